import { decodePercent } from '../../../shared/decode-percent.ts';

/** What no rule can take: the faces of the service, whose paths never become pages. */
const OWN = /^\/+(?:api|trpc|admin|media)(?:\/|$)/i;

/** Paths whose last part is a secret. */
const WITH_SECRET = /^\/+(?:preview|mail)(?:\/|$)/i;

/** Where redirects never apply. */
export function isServicePath(path: string): boolean {
  return OWN.test(path);
}

/**
 * The pages and files of the service whose paths are fixed: what they answer hides every redirect from there.
 * `test/pages-api.test.ts` compares them with the routes.
 */
export const ownPaths: ReadonlySet<string> = new Set([
  ...['/', '/archive', '/authors', '/categories', '/guestbook', '/offline', '/search', '/tags'],
  ...['/embed.js', '/favicon.ico', '/healthz', '/mcp', '/metrics', '/readyz'],
  ...['/atom.xml', '/feed', '/feed.json', '/feed.xml', '/llms.txt', '/robots.txt', '/rss', '/sitemap.xml'],
]);

/** Nearly every path: in its normal form already. */
const PLAIN = /^(?:\/(?!\.)[\w.~-]*)+$/;

/**
 * A path in its normal form (RFC 3986, section 6.2.2): without dot segments, other characters percent-encoded,
 * unreserved ones not, hexadecimal digits in capitals.
 *
 * @param path begins with `/`
 */
export function normalPath(path: string): string {
  if (PLAIN.test(path)) return path;
  const { pathname } = new URL(`http://host${path.replaceAll('?', '%3F').replaceAll('#', '%23')}`);
  return pathname
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
    .replace(/%(?:2[DE]|3\d|[46][1-9A-F]|5[0-9AF]|7[0-9AE])/g, decodeURIComponent);
}

/** The longest path in the list of those that were not found. */
const MAX_PATH = 500;

/** Whether a path may be listed as not found: no secret of a link, no token, and no address of a person is in it. */
export function mayBeListed(path: string): boolean {
  if (path.length > MAX_PATH || WITH_SECRET.test(path) || isServicePath(path)) return false;
  const text = decodedFully(path);
  return !text.includes('@') && !HAS_IP.test(text) && !WITH_SECRET.test(text) && !hasToken(text);
}

/** Whether a part of a path looks like a random token, or is a JSON Web Token. Words of an id are shorter. */
function hasToken(text: string): boolean {
  const runs = text.match(/\w{24,}/g) ?? [];
  return /(?:^|\/)eyJ\w/.test(text) || runs.some((run) => /\d/.test(run) && /[a-z]/i.test(run));
}

const HAS_IP = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|[\da-f]{0,4}:[\da-f]{0,4}:[\da-f:]*/i;

/** Some programs encode a path twice. */
function decodedFully(path: string): string {
  let text = path;
  for (let times = 0; times < 4; times++) {
    const next = decodePercent(text);
    if (next === text) break;
    text = next;
  }
  // A malformed escape hides no "@".
  return text.replaceAll(/%40/gi, '@');
}
