import { randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';

import type { Services } from '../routers/context.ts';
import type { Config } from './config.ts';
import { allowCaching, answerValidated, tagOf } from './http/caching.ts';
import { isRead } from './http/read-only.ts';
import { allowNonce } from './http/security-headers.ts';
import { readPath } from './http/target.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference/page.ts';
import { admitVisitor } from './visitor.ts';

/** `/api/openapi.json`, and `/api/docs`: the same as a page that loads nothing from anywhere. */
export function reference(services: Services, { cdnMaxAge }: Config) {
  const document = openApiDocument();
  const answers = new Map([
    ['/api/openapi.json', documentAnswer(JSON.stringify(document), cdnMaxAge)],
    ['/api/docs', pageAnswer(referencePage(document))],
  ]);

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    const answer = answers.get(path);
    if (!answer) return next();
    ctx.state.route = `GET ${path}`;
    if (!isRead(ctx)) return;
    await admitVisitor(services, ctx, path);
    answer(ctx);
  };
}

function documentAnswer(json: string, cdnMaxAge: number): (ctx: Context) => void {
  const tag = tagOf(json);
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = json;
    allowCaching(ctx, cdnMaxAge);
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
