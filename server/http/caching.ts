import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

/**
 * What lets everybody keep an answer and ask again each time, as names and values in turn. A CDN may keep it for so
 * many seconds without asking.
 *
 * @param tag absent where nobody may keep the answer
 * @param cdnMaxAge seconds; 0 for none
 */
export function cachingHeaders(tag: string | undefined, lastModified: string | undefined, cdnMaxAge: number): string[] {
  if (tag === undefined) return ['Cache-Control', 'no-store'];
  const shared = cdnMaxAge > 0 ? `, s-maxage=${cdnMaxAge}` : '';
  return [
    'Cache-Control',
    `public, max-age=0, must-revalidate${shared}`,
    'ETag',
    tag,
    ...(lastModified === undefined ? [] : ['Last-Modified', lastModified]),
  ];
}

/** A strong entity tag of these bytes. */
export function tagOf(body: string | Buffer): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether a request has the answer already. If-None-Match goes before If-Modified-Since (RFC 9110, section 13.2.2), and
 * that has to be the very time that was sent: two changes may fall into one second.
 *
 * @param tag the answer's own; any encoding of the same answer will do
 */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string, lastModified?: string): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined) return lastModified !== undefined && headers['if-modified-since'] === lastModified;
  return tags === tag || isNamed(tag, tags);
}

/** Sets the ETag of an answer of Koa, and answers 304 to who has the same already. */
export function answerValidated(ctx: Context, tag: string): void {
  ctx.set('ETag', tag);
  if (isUnchanged(ctx.req.headers, tag)) ctx.status = 304;
}

function isNamed(tag: string, tags: string): boolean {
  const known = new Set(tags.split(',').map(plain));
  return known.has(plain(tag)) || known.has('*');
}

/** Without the mark of a weak tag and of an encoding. */
function plain(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:br|gzip)"$/, '"');
}
