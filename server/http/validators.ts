import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { systemClock } from '../../routers/base/clock.ts';
import { httpDate } from './http-date.ts';
import type { Context } from './request-state.ts';

/**
 * The headers that let caches store a response, as names and values in turn. They revalidate it each time.
 *
 * @param tag undefined when no cache may store the response
 * @param cdnMaxAge seconds for which a CDN may serve it without revalidation; 0 for none
 * @param maxAge seconds for which all caches may serve it without revalidation
 */
export function cachingHeaders(
  tag: string | undefined,
  lastModified: string | undefined,
  cdnMaxAge: number,
  maxAge = 0,
): string[] {
  if (tag === undefined) return ['Cache-Control', 'no-store'];
  const shared = cdnMaxAge > 0 ? `, s-maxage=${cdnMaxAge}` : '';
  return [
    'Cache-Control',
    maxAge > 0 ? `public, max-age=${maxAge}` : `public, max-age=0, must-revalidate${shared}`,
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
 * Whether the client already has the response. If-None-Match takes precedence over If-Modified-Since (RFC 9110,
 * section 13.2.2), a date that is compared with the time of the last change; one that is none is ignored.
 *
 * @param tag of the response; the tag of another encoding matches too
 */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string, lastModified?: string): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined) return isUnchangedSince(headers['if-modified-since'], lastModified);
  return tags === tag || isNamed(tag, tags);
}

function isUnchangedSince(since: string | undefined, lastModified: string | undefined): boolean {
  if (since === undefined || lastModified === undefined) return false;
  if (since === lastModified) return true;
  const at = httpDate(since.trim(), systemClock.now());
  return at !== undefined && at >= Date.parse(lastModified);
}

/** Sets the ETag of a response of Koa; 304 when the client already has it. */
export function answerValidated(ctx: Context, tag: string): void {
  ctx.set('ETag', tag);
  if (isUnchanged(ctx.req.headers, tag)) ctx.status = 304;
}

function isNamed(tag: string, tags: string): boolean {
  const known = new Set(tags.split(',').map(plain));
  return known.has(plain(tag)) || known.has('*');
}

/** A tag without the marks of weakness and encoding. */
function plain(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:br|gzip)"$/, '"');
}
