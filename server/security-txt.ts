import type { Context, Next } from 'koa';

import type { Services } from '../routers/context.ts';
import type { Settings } from '../routers/settings/schemas.ts';
import { answerValidated, cachingHeaders, tagOf } from './http/caching.ts';
import { isRead } from './http/read-only.ts';
import { readPath, withoutSlash } from './http/target.ts';
import { admitVisitor } from './visitor.ts';

/** The path of the contact for security reports (RFC 9116). */
export const SECURITY_TXT = '/.well-known/security.txt';

/** `/.well-known/security.txt`; 404 while no contact is set. */
export function securityTxt(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (withoutSlash(readPath(ctx.req)) !== SECURITY_TXT) return next();
    const settings = await services.settings.current();
    if (settings.securityContact === '') return next();
    ctx.state.route = `GET ${SECURITY_TXT}`;
    if (!isRead(ctx)) return;
    await admitVisitor(services, ctx);
    const text = textOf(settings, services.clock.now());
    const tag = tagOf(text);
    const [name = '', value = ''] = cachingHeaders(tag, undefined, 0);
    ctx.set(name, value);
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = text;
    answerValidated(ctx, tag);
  };
}

function textOf({ securityContact, siteUrl, language }: Settings, now: number): string {
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expiryOf(now)}`,
    `Preferred-Languages: ${language}`,
    ...(siteUrl === '' ? [] : [`Canonical: ${siteUrl}${SECURITY_TXT}`]),
    '',
  ].join('\n');
}

/** The first of the month in half a year: the RFC recommends less than a year, and caches need a value that rarely changes. */
function expiryOf(now: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 6)).toISOString();
}
