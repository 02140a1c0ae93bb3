import { createHash, randomBytes } from 'node:crypto';
import type { Context, Next } from 'koa';

import { isRead } from './http/read-only.ts';
import { allowNonce } from './http/security-headers.ts';
import { readPath } from './http/target.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference/page.ts';
import { isKnown } from './rest.ts';

/** `/api/openapi.json`, and `/api/docs`: the same as a page that loads nothing from anywhere. */
export function reference() {
  const document = openApiDocument();
  const answers = new Map([
    ['/api/openapi.json', documentAnswer(JSON.stringify(document))],
    ['/api/docs', pageAnswer(referencePage(document))],
  ]);

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    const answer = answers.get(path);
    if (!answer) return next();
    ctx.state.route = `GET ${path}`;
    if (isRead(ctx)) answer(ctx);
  };
}

function documentAnswer(json: string): (ctx: Context) => void {
  const tag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=0, must-revalidate');
    ctx.set('ETag', tag);
    ctx.body = json;
    if (isKnown(ctx.get('If-None-Match'), tag)) ctx.status = 304;
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
