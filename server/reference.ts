import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Services } from '../routers/context.ts';
import type { Config } from './config.ts';
import { answerValidated, cachingHeaders, tagOf } from './http/caching.ts';
import { setHeaders } from './http/headers.ts';
import type { Context } from './http/request-state.ts';
import type { Routes } from './http/routes.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { countRead } from './request-context.ts';

/** Adds `/api/openapi.json`, and `/api/docs`: the same as a page that loads nothing from anywhere. */
export function addReference({ add }: Routes, services: Services, { cdnMaxAge }: Config): void {
  const answers = {
    '/api/openapi.json': once(async () => documentAnswer(JSON.stringify(await readDocument()), cdnMaxAge)),
    '/api/docs': once(async () => {
      const [document, { referencePage }] = await Promise.all([readDocument(), import('./reference/page.ts')]);
      return pageAnswer(referencePage(document));
    }),
  };

  for (const [path, answer] of Object.entries(answers)) {
    add('GET', path, async (ctx) => {
      await countRead(services, ctx.state, path);
      (await answer())(ctx);
    });
  }
}

type Answer = (ctx: Context) => void;

/** For the first who asks, which a start need not pay. */
function once(make: () => Promise<Answer>): () => Promise<Answer> {
  let made: Promise<Answer> | undefined;
  return () => (made ??= make());
}

/** As `npm run openapi` generated it from the router: the generator takes 15 MB, and holds the event loop for 0.1 s. */
async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
}

function documentAnswer(json: string, cdnMaxAge: number): Answer {
  const tag = tagOf(json);
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = json;
    setHeaders(ctx.res, cachingHeaders(tag, undefined, cdnMaxAge));
    // A response that a CDN stores must not contain the state of one client.
    if (cdnMaxAge > 0) ctx.state.reply.rateLimit = undefined;
    answerValidated(ctx, tag);
  };
}

/** The nonce is for one answer only, so nobody may keep the page. */
function pageAnswer(page: (nonce: string) => string): Answer {
  return (ctx) => {
    const nonce = randomBytes(16).toString('base64url');
    ctx.state.policy = { styleNonce: nonce };
    ctx.type = 'text/html; charset=utf-8';
    ctx.set('Cache-Control', 'no-store');
    ctx.body = page(nonce);
  };
}
