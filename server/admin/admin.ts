import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Next } from 'koa';

import { refuse } from '../../routers/errors.ts';
import type { Services } from '../../routers/context.ts';
import { escapeHtml } from '../../routers/text.ts';
import { answerFile, builtFile, type File } from '../http/files.ts';
import { isRead } from '../http/read-only.ts';
import type { RequestState } from '../http/request-state.ts';
import { allowNonce, requireTrustedTypes } from '../http/security-headers.ts';
import { readPath } from '../http/target.ts';
import { compressed, encodingFor } from '../reads/encodings.ts';
import { admitVisitor } from '../visitor.ts';
import { builtApp } from './built.ts';
import { NONCE } from './nonce.ts';

/** The app as it is sent. */
interface App {
  /** The page, with a place for the nonce of the answer. */
  page: string;
  files: ReadonlyMap<string, File>;
}

/** The Trusted Types of the app: client/admin/trusted-html.ts, client/admin/editor/preview.tsx, and DOMPurify's own. */
const POLICIES = ['default', 'octavo-preview', 'dompurify'];
/** So long an answer waits for the app to be built, and so long nobody tries again after a failure, in milliseconds. */
const PATIENCE = 4000;
const PAUSE = 60_000;

/** `/admin`: the administrator's app. Every address below leads to its one page, and the app shows the screen. */
export function admin(services: Services) {
  let app: Promise<App> | undefined;

  function open(): Promise<App> {
    if (app) return app;
    const opening = load();
    app = opening;
    opening.catch((error: unknown) => {
      services.log.error({ err: error }, "the administrator's app could not be built; in a minute it is tried again");
      setTimeout(() => (app = undefined), PAUSE).unref();
    });
    return opening;
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (path !== '/admin' && !path.startsWith('/admin/')) return next();
    const isFile = path.startsWith('/admin/assets/');
    (ctx.state as RequestState).route = `GET ${isFile ? '/admin/assets/{name}' : '/admin'}`;
    if (!isRead(ctx)) return;
    requireTrustedTypes(ctx.res, POLICIES);
    if (!isFile) await admitVisitor(services, ctx);
    const found = await Promise.race([open().catch(unavailable), wait(PATIENCE, null, { ref: false })]);
    if (found === null) return answerWaiting(ctx);
    const file = found.files.get(path);
    if (file) return answerFile(ctx, file);
    if (isFile) throw refuse('NOT_FOUND', 'There is nothing at this address.');
    await answerPage(ctx, found.page, (await services.settings.current()).language);
  };
}

function unavailable(): never {
  throw refuse('SERVICE_UNAVAILABLE', "The administrator's app could not be built; the log says why.", {
    retryAfter: PAUSE / 1000,
  });
}

/** At the first start, while the app is built: a page that asks again by itself. */
function answerWaiting(ctx: Context): void {
  ctx.status = 503;
  ctx.set('Retry-After', '3');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = `<!doctype html><html lang="en"><title>Octavo</title><meta http-equiv="refresh" content="3">
<p role="status">The administrator's app is being built, which happens once; this page loads by itself.</p></html>`;
}

/** The nonce is for one answer only, so nobody may keep the page. */
async function answerPage(ctx: Context, page: string, language: string): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  allowNonce(ctx.res, nonce);
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  const body = page.replaceAll(NONCE, nonce).replace('<html lang="en">', `<html lang="${escapeHtml(language)}">`);
  const encoding = encodingFor(ctx.req.headers['accept-encoding']);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = encoding === 'identity' ? body : await compressed(encoding, Buffer.from(body));
}

async function load(): Promise<App> {
  const folder = await builtApp();
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name));
  const files = await Promise.all(
    names.map(async (name) => [`/admin/assets/${name}`, await builtFile(assets, name)] as const),
  );
  return { page: await readFile(join(folder, 'index.html'), 'utf8'), files: new Map(files) };
}
