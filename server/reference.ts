import { randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';

import type { Services } from '../routers/context.ts';
import type { Config } from './config.ts';
import { answerValidated, cachingHeaders, tagOf } from './http/caching.ts';
import { isRead } from './http/read-only.ts';
import { allowNonce } from './http/security-headers.ts';
import { readPath } from './http/target.ts';
import { admitVisitor } from './visitor.ts';

/** `/api/openapi.json`, and `/api/docs`: the same as a page that loads nothing from anywhere. */
export function reference(services: Services, { cdnMaxAge }: Config) {
  let answers: Promise<Answers> | undefined;

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (path !== '/api/openapi.json' && path !== '/api/docs') return next();
    ctx.state.route = `GET ${path}`;
    if (!isRead(ctx)) return;
    await admitVisitor(services, ctx, path);
    answers ??= makeAnswers(cdnMaxAge);
    (await answers)[path](ctx);
  };
}

type Answers = Record<'/api/openapi.json' | '/api/docs', (ctx: Context) => void>;

/** For the first who asks: the generator takes 15 MB and 0.1 s, which a start need not pay. */
async function makeAnswers(cdnMaxAge: number): Promise<Answers> {
  const [{ openApiDocument }, { referencePage }] = await Promise.all([
    import('./openapi.ts'),
    import('./reference/page.ts'),
  ]);
  const document = openApiDocument();
  return {
    '/api/openapi.json': documentAnswer(JSON.stringify(document), cdnMaxAge),
    '/api/docs': pageAnswer(referencePage(document)),
  };
}

function documentAnswer(json: string, cdnMaxAge: number): (ctx: Context) => void {
  const tag = tagOf(json);
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = json;
    const [name = '', value = ''] = cachingHeaders(tag, undefined, cdnMaxAge);
    ctx.set(name, value);
    if (cdnMaxAge > 0) for (const what of ['Limit', 'Remaining', 'Reset']) ctx.remove(`RateLimit-${what}`);
    answerValidated(ctx, tag);
  };
}

/** The nonce is for one answer only, so nobody may keep the page. */
function pageAnswer(page: (nonce: string) => string): (ctx: Context) => void {
  return (ctx) => {
    const nonce = randomBytes(16).toString('base64url');
    allowNonce(ctx.res, nonce);
    ctx.type = 'text/html; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = page(nonce);
  };
}
