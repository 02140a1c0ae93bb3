import { siteOriginOf } from '../../shared/site-address.ts';
import type { Services } from '../../routers/core/context.ts';
import type { Settings } from '../../routers/data/settings/schemas.ts';
import { answerValidated, cachingHeaders, tagOf } from '../http/validators.ts';
import { setHeaders } from '../http/headers.ts';
import type { Context } from '../http/request-state.ts';
import { answerOtherMethod, type Routes } from '../http/routes.ts';
import { countRead } from '../http/request-context.ts';

/** The path of the contact for security reports (RFC 9116). */
export const SECURITY_TXT = '/.well-known/security.txt';

/** Adds `/.well-known/security.txt`; 404 for every method while no contact is set. */
export function addSecurityTxt({ add }: Routes, services: Services): void {
  add('*', SECURITY_TXT, async (ctx, next) => {
    const settings = await services.settings.current();
    if (settings.securityContact === '') await next();
    else if (ctx.method === 'GET' || ctx.method === 'HEAD') await answer(services, ctx, settings);
    else answerOtherMethod(ctx, ['GET', 'HEAD']);
  });
}

async function answer(services: Services, ctx: Context, settings: Settings): Promise<void> {
  ctx.state.route = `GET ${SECURITY_TXT}`;
  await countRead(services, ctx.state);
  const text = writeFields(settings, services.clock.now());
  const tag = tagOf(text);
  setHeaders(ctx.res, cachingHeaders(tag, undefined, 0));
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = text;
  answerValidated(ctx, tag);
}

function writeFields({ securityContact, siteUrl, language }: Settings, now: number): string {
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expiryOf(now)}`,
    `Preferred-Languages: ${language}`,
    // A site below a path has it at the root of the host too.
    ...[...new Set([siteOriginOf(siteUrl), siteUrl])].flatMap((base) =>
      base === '' ? [] : `Canonical: ${base}${SECURITY_TXT}`,
    ),
    '',
  ].join('\n');
}

/** The first of the month in half a year: the RFC recommends less than a year, and caches need a value that rarely changes. */
function expiryOf(now: number): string {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 6)).toISOString();
}
