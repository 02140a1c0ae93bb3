import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * Lets everybody keep an answer and ask again each time. A CDN may keep it for so many seconds without asking, and then
 * the limit's headers, which belong to one visitor, stay out.
 *
 * @param cdnMaxAge seconds; 0 for none
 */
export function allowCaching(ctx: Context, cdnMaxAge: number): void {
  ctx.set('Cache-Control', `public, max-age=0, must-revalidate${cdnMaxAge > 0 ? `, s-maxage=${cdnMaxAge}` : ''}`);
  if (cdnMaxAge > 0) for (const name of ['Limit', 'Remaining', 'Reset']) ctx.remove(`RateLimit-${name}`);
}

/** A strong entity tag of these bytes. */
export function tagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Sets ETag and Last-Modified, and answers 304 to who has the same already. If-None-Match goes before If-Modified-Since
 * (RFC 9110, section 13.2.2), and that has to be the very time that was sent: two changes may fall into one second.
 *
 * @param modified milliseconds since 1970
 */
export function answerValidated(ctx: Context, tag: string, modified?: number): void {
  ctx.set('ETag', tag);
  if (modified !== undefined) ctx.set('Last-Modified', new Date(modified).toUTCString());
  const tags = ctx.get('If-None-Match');
  const since = ctx.get('If-Modified-Since');
  const known = tags === '' ? since !== '' && since === ctx.response.get('Last-Modified') : isNamed(tag, tags);
  if (known) ctx.status = 304;
}

function isNamed(tag: string, tags: string): boolean {
  const known = new Set(tags.split(',').map((one) => one.trim().replace(/^W\//, '')));
  return known.has(tag) || known.has('*');
}
