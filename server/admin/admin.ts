import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Next } from 'koa';

import { refuse } from '../../routers/errors.ts';
import type { Services } from '../../routers/context.ts';
import { answerFile, builtFile, type File } from '../http/files.ts';
import { isRead } from '../http/read-only.ts';
import type { RequestState } from '../http/request-state.ts';
import { allowNonce } from '../http/security-headers.ts';
import { readPath } from '../http/target.ts';
import { escapeHtml } from '../../routers/text.ts';
import { admitVisitor } from '../visitor.ts';
import { builtApp } from './built.ts';
import { NONCE } from './nonce.ts';

/** The app as it is sent. */
interface App {
  /** The page, with a place for the nonce of the answer. */
  page: string;
  files: ReadonlyMap<string, File>;
}

/** `/admin`: the administrator's app. Every address below leads to its one page, and the app shows the screen. */
export function admin(services: Services) {
  let app: Promise<App> | undefined;

  function open(): Promise<App> {
    app ??= load();
    app.catch(() => (app = undefined));
    return app;
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (path !== '/admin' && !path.startsWith('/admin/')) return next();
    const isFile = path.startsWith('/admin/assets/');
    (ctx.state as RequestState).route = `GET ${isFile ? '/admin/assets/{name}' : '/admin'}`;
    if (!isRead(ctx)) return;
    if (!isFile) await admitVisitor(services, ctx);
    const { page, files } = await open();
    const file = files.get(path);
    if (file) return answerFile(ctx, file);
    if (isFile) throw refuse('NOT_FOUND', 'There is nothing at this address.');
    answerPage(ctx, page, (await services.settings.current()).language);
  };
}

/** The nonce is for one answer only, so nobody may keep the page. */
function answerPage(ctx: Context, page: string, language: string): void {
  const nonce = randomBytes(16).toString('base64url');
  allowNonce(ctx.res, nonce);
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page.replaceAll(NONCE, nonce).replace('<html lang="en">', `<html lang="${escapeHtml(language)}">`);
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
