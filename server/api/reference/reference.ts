import type { Services } from '../../../routers/core/context.ts';
import { lazy, type Lazy } from '../../../routers/base/lazy.ts';
import type { Config } from '../../config/config.ts';
import { answerValidated, cachingHeaders } from '../../http/validators.ts';
import { answerFile, encodeBody, setBody, type Encoded } from '../../http/files.ts';
import { setHeaders } from '../../http/headers.ts';
import type { Context } from '../../http/request-state.ts';
import type { Handler, Routes } from '../../http/routes.ts';
import { readDocument } from '../openapi/stored.ts';
import { relocate } from '../../config/relocate.ts';
import { referencePage, VIEWER_PATH } from './page.ts';
import { openViewer } from './viewer.ts';
import { countRead } from '../../http/request-context.ts';

/**
 * Adds `/api/openapi.json`, and `/api/docs`: a viewer of this document, which loads nothing from other hosts.
 */
export function addReference({ add }: Routes, services: Services, { cdnMaxAge }: Config): void {
  const document = forPath(async (sitePath) => {
    const document = await readDocument();
    const servers = document.servers.map((server) => ({ ...server, url: sitePath || server.url }));
    return encodeText('application/json', JSON.stringify({ ...document, servers }));
  });
  const page = forPath(async (sitePath) => encodeText('text/html', relocate(referencePage(), sitePath)));
  const { sitePath } = services.settings;
  const viewer = lazy(openViewer);

  const count = (path: string, answer: (ctx: Context) => void | Promise<void>): Handler => {
    return async (ctx) => {
      await countRead(services, ctx.state, path);
      await answer(ctx);
    };
  };
  const openApi = count('/api/openapi.json', async (ctx) => answerText(ctx, await document(sitePath()), cdnMaxAge));
  add('GET', '/api/openapi.json', openApi, { forAnyOrigin: true });
  const docs = count('/api/docs', async (ctx) => {
    ctx.state.policy = { inlineStyles: true };
    answerText(ctx, await page(sitePath()), cdnMaxAge);
  });
  add('GET', '/api/docs', docs);
  add('GET', VIEWER_PATH, async (ctx) => answerFile(ctx, await viewer.get()));
}

/** A lazy value for the path of the site, which may change. */
function forPath<T>(make: (sitePath: string) => Promise<T>): (sitePath: string) => Promise<T> {
  let made: { sitePath: string; text: Lazy<T> } | undefined;
  return (sitePath) => {
    if (made?.sitePath !== sitePath) made = { sitePath, text: lazy(() => make(sitePath)) };
    return made.text.get();
  };
}

interface Text extends Encoded {
  type: string;
}

async function encodeText(type: string, body: string): Promise<Text> {
  return { type: `${type}; charset=utf-8`, ...(await encodeBody(Buffer.from(body))) };
}

function answerText(ctx: Context, { type, ...text }: Text, cdnMaxAge: number): void {
  ctx.type = type;
  const tag = setBody(ctx, text);
  setHeaders(ctx.res, cachingHeaders(tag, undefined, cdnMaxAge));
  // A response that a CDN stores must not contain the state of one client.
  if (cdnMaxAge > 0) ctx.state.reply.rateLimit = undefined;
  answerValidated(ctx, tag);
}
