import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

import type { Reply, Services } from '../../routers/core/context.ts';
import { WEBMENTION_PATH } from './webmention-path.ts';
import { themeScriptSource } from './theme-script.ts';
import type { FixedHead, PolicyChanges, RequestState } from './request-state.ts';
import type { Steps } from './steps.ts';

/**
 * Policies of images that are opened as documents: an SVG may contain styles, and for other images browsers create a
 * document with inline styles.
 */
const imagePolicies = {
  svg: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  raster: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** The request headers that a response may depend on. */
const VARY = 'Accept-Encoding, Authorization, X-Comment-Receipt, Origin';
const EXPOSED = 'ETag, Location, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const PREFLIGHT = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID, Trpc-Accept, X-Comment-Receipt',
  // Seconds for which a browser may cache a preflight.
  'Access-Control-Max-Age',
  '600',
];

/** The paths whose responses pages of the comment sites may read: those of threads, likes and reactions. */
const FOR_COMMENT_SITES = /^[^?]*\/api\/(?:threads\/|posts\/thread_[\da-f]{16}\/comments|comments\/[^/?]+\/like)/;

/** What the headers of a response depend on. */
type State = Pick<RequestState, 'req' | 'reply' | 'policy' | 'forAnyOrigin'>;

/**
 * The headers of every response: of the read cache, of Koa and of errors. New common headers are added here.
 *
 * @param isStopping whether the service is stopping, which open connections would delay
 */
export function responseHeaders(
  { settings, policy }: Pick<Services, 'settings' | 'policy'>,
  isStopping: () => boolean,
): Pick<Steps, 'headers' | 'fixedHead'> {
  const isAllowed = (origin: string, url: string) =>
    origin === settings.siteOrigin() ||
    policy.allowsOrigin(origin) ||
    (FOR_COMMENT_SITES.test(url) && settings.isCommentSite(origin));
  const { mediaPublicUrl } = policy;
  const ofAll = mediaPublicUrl === null ? fixedHeaders : fixedHeadersFor(new URL(mediaPublicUrl).origin);

  const before = ({ req, reply, policy: changes, forAnyOrigin = false }: State): string[] => [
    ...securityHeaders(
      settings.siteUrl(),
      reply.frames ? { ...changes, frames: reply.frames } : changes,
      forAnyOrigin,
      ofAll,
    ),
    'Vary',
    VARY,
    ...corsHeaders(req, forAnyOrigin, isAllowed),
  ];
  const after = ({ reply }: State): string[] =>
    reply.takesWebmentions ? ['Link', `<${settings.sitePath()}${WEBMENTION_PATH}>; rel="webmention"`] : [];

  const headers: Steps['headers'] = (state) => [
    ...before(state),
    ...limitHeaders(state.reply),
    ...after(state),
    ...(isStopping() ? ['Connection', 'close'] : []),
  ];

  let siteUrl: string | undefined;
  let heads: FixedHead[] = [];
  function fixedHead(state: State): FixedHead | null {
    const { req, reply, policy: changes, forAnyOrigin } = state;
    const dependsOnOrigin = req.headers.origin !== undefined && !forAnyOrigin;
    if (dependsOnOrigin || changes || reply.frames || isStopping()) return null;
    if (siteUrl !== settings.siteUrl()) {
      siteUrl = settings.siteUrl();
      heads = [];
    }
    const kind = (forAnyOrigin ? 2 : 0) + (reply.takesWebmentions ? 1 : 0);
    return (heads[kind] ??= fixedHeadFor(state));
  }
  function fixedHeadFor(state: State): FixedHead {
    const common = textOfHeaders(before(state));
    return {
      whole: `HTTP/1.1 200 OK\r\n${common}`,
      unchanged: `HTTP/1.1 304 Not Modified\r\n${common}`,
      after: textOfHeaders(after(state)),
    };
  }

  return { headers, fixedHead };
}

/** @param headers names and values in turn */
export function textOfHeaders(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return text;
}

/**
 * The security headers of every response, errors and 304s included, as names and values in turn.
 *
 * @param siteUrl the site address; HSTS is set if it uses https
 * @param forAnyOrigin whether pages of every origin may load the response
 * @param fixed those of a service with MEDIA_PUBLIC_URL; default: those without it
 */
export function securityHeaders(
  siteUrl: string,
  changes?: PolicyChanges,
  forAnyOrigin = false,
  { https, http }: FixedHeaders = fixedHeaders,
): readonly string[] {
  const headers = siteUrl.startsWith('https:') ? https : http;
  if (changes === undefined && !forAnyOrigin) return headers;
  return headers.map((value, at) => {
    const name = headers[at - 1];
    if (changes && name === 'Content-Security-Policy') return changePolicy(value, changes);
    if (changes?.noReferrer && name === 'Referrer-Policy') return 'no-referrer';
    return forAnyOrigin && name === 'Cross-Origin-Resource-Policy' ? 'cross-origin' : value;
  });
}

/** @param headers names and values in turn */
export function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
}

/** Allows pages of the site address, of CORS_ORIGINS and of comment sites to read the response, or of every origin. */
function corsHeaders(
  { method, url = '', headers: { origin = '' } }: IncomingMessage,
  forAnyOrigin: boolean,
  isAllowed: (origin: string, url: string) => boolean,
): string[] {
  if (!forAnyOrigin && (origin === '' || !isAllowed(origin, url))) return [];
  const allowed = forAnyOrigin ? '*' : origin;
  const headers = ['Access-Control-Allow-Origin', allowed, 'Access-Control-Expose-Headers', EXPOSED];
  return method === 'OPTIONS' ? [...headers, ...PREFLIGHT] : headers;
}

/** The state of the limit with the least remaining. */
function limitHeaders({ rateLimit }: Reply): string[] {
  if (!rateLimit) return [];
  const { limit, remaining, reset } = rateLimit;
  return ['RateLimit-Limit', String(limit), 'RateLimit-Remaining', String(remaining), 'RateLimit-Reset', String(reset)];
}

/** The same as lines of a head. */
export function limitLines(rateLimit: Reply['rateLimit']): string {
  if (!rateLimit) return '';
  const { limit, remaining, reset } = rateLimit;
  return `RateLimit-Limit: ${limit}\r\nRateLimit-Remaining: ${remaining}\r\nRateLimit-Reset: ${reset}\r\n`;
}

function changePolicy(
  original: string,
  { styleNonce, inlineStyles, trustedTypes, image, frames }: PolicyChanges,
): string {
  if (image) return imagePolicies[image];
  const policy = frames ? `${original};frame-src ${frames.join(' ')}` : original;
  const added = inlineStyles ? "'unsafe-inline'" : styleNonce && `'nonce-${styleNonce}'`;
  const styled = added ? policy.replace("style-src 'self'", `style-src 'self' ${added}`) : policy;
  if (trustedTypes === undefined) return styled;
  return `${styled};require-trusted-types-for 'script';trusted-types ${trustedTypes.join(' ')}`;
}

/** The headers that do not change while the service runs, for a site address with https and for all others. */
interface FixedHeaders {
  https: readonly string[];
  http: readonly string[];
}

/** @param mediaOrigin the origin of MEDIA_PUBLIC_URL, from which pages load images, audio and video */
function fixedHeadersFor(...mediaOrigin: string[]): FixedHeaders {
  // A page loaded over https does not load images over http; browsers upgrade such requests themselves.
  const [secure, any] = [['https:'], ['https:', 'http:']].map((images) => optionsWith(images, mediaOrigin));
  return {
    https: headersOf(helmet({ ...secure, strictTransportSecurity: { maxAge: 63_072_000 } })),
    http: headersOf(helmet({ ...any, strictTransportSecurity: false })),
  };
}

/** Generated once, because helmet is slow. */
const fixedHeaders = fixedHeadersFor();

function headersOf(setHeaders: ReturnType<typeof helmet>): string[] {
  const headers = ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'];
  const collecting = { setHeader: (...header: string[]) => headers.push(...header), removeHeader: () => undefined };
  setHeaders({ headers: {} } as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}

function optionsWith(imageSources: string[], mediaOrigin: string[]) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', ...imageSources, ...mediaOrigin],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", 'https:', ...mediaOrigin],
        scriptSrc: ["'self'", themeScriptSource],
        styleSrc: ["'self'"],
      },
    },
    frameguard: { action: 'deny' as const },
    // With no-referrer, browsers would send `Origin: null` on forms.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  };
}
