import type { Context, Next } from 'koa';

import { openApiDocument } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** `/api/openapi.json`, and `/api/docs`: the same as a page that loads nothing from anywhere. */
export function reference() {
  const document = openApiDocument();
  const json = JSON.stringify(document);
  const page = referencePage(document);

  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/api/openapi.json') answer(ctx, 'application/json; charset=utf-8', json);
    else if (ctx.path === '/api/docs') answer(ctx, 'text/html; charset=utf-8', page);
    else await next();
  };
}

function answer(ctx: Context, type: string, body: string): void {
  ctx.state.route = ctx.path;
  ctx.type = type;
  ctx.set('Cache-Control', 'public, max-age=0, must-revalidate');
  ctx.body = body;
}
