import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Policy } from '../../../routers/core/context.ts';
import { appError } from '../../../routers/base/errors.ts';
import { lazy } from '../../../routers/base/lazy.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { escapeHtml } from '../../../routers/base/text.ts';
import { answerFile, builtFile, makeFile, type File } from '../../http/files.ts';
import type { Context } from '../../http/request-state.ts';
import type { Handler, Routes } from '../../http/routes.ts';
import { pageErrors } from '../pages/pages.ts';
import type { Site } from '../pages/write.ts';
import { compress, encodingFor } from '../../http/cache/encodings.ts';
import { countRead } from '../../http/request-context.ts';
import { sitePathOf } from '../../../shared/site-address.ts';
import { relocate } from '../../config/relocate.ts';
import { builtApp } from './built.ts';
import { NONCE } from './nonce.ts';

/** The built app. */
interface App {
  /** The page, with a placeholder for the nonce. */
  page: string;
  /** By name. */
  files: ReadonlyMap<string, File>;
  /** The service worker. */
  worker: File;
}

/** The Trusted Types of the app: client/admin/offline/trusted-html.ts, those that make policies with it, and DOMPurify's own. */
const POLICIES = ['default', 'octavo-preview', 'octavo-site-preview', 'octavo-mail-preview', 'dompurify'];
/** How long a request waits for the build, and the delay before a failed build is retried. */
const BUILD_TIMEOUT_MS = 4000;
const RETRY_DELAY_MS = 60_000;

/** Adds the administrator's app at `/admin`. Every path below it serves the same page; the app selects the screen. */
export function addAdmin({ add }: Routes, site: Site): void {
  const { services } = site;
  let app: Promise<App> | undefined;

  function open(): Promise<App> {
    if (app) return app;
    const opening = built.get();
    app = opening;
    opening.catch((error: unknown) => {
      services.log.error({ err: error }, "the administrator's app could not be built; the next attempt is in a minute");
      setTimeout(() => (app = undefined), RETRY_DELAY_MS).unref();
    });
    return opening;
  }

  const whenBuilt = () => Promise.race([open().catch(unavailable), wait(BUILD_TIMEOUT_MS, null, { ref: false })]);

  add('GET', '/admin/assets/*name', async (ctx) => {
    ctx.state.policy = { trustedTypes: POLICIES };
    const found = await whenBuilt();
    const file = found?.files.get(ctx.params['name'] ?? '');
    if (!found) answerBuilding(ctx);
    else if (file) answerFile(ctx, file);
    else throw appError('NOT_FOUND', 'Nothing was found at this URL.');
  });
  add('GET', '/admin/sw.js', async (ctx) => {
    const found = await whenBuilt();
    if (!found) return answerBuilding(ctx);
    // By default, its scope is only `/admin/`.
    ctx.set('Service-Worker-Allowed', `${sitePathOf((await services.settings.current()).siteUrl)}/admin`);
    answerFile(ctx, found.worker);
  });
  const answer: Handler = async (ctx) => {
    await countRead(services, ctx.state);
    const found = await whenBuilt();
    if (!found) return answerBuilding(ctx);
    ctx.state.policy = { trustedTypes: POLICIES };
    await answerPage(ctx, found.page, {
      ...(await services.settings.current()),
      servesOnlyThreads: services.policy.servesOnlyThreads,
    });
  };
  add('GET', '/admin{/*screen}', answer, { errors: pageErrors(site) });
}

function unavailable(): never {
  throw appError('SERVICE_UNAVAILABLE', "The administrator's app could not be built; see the log.", {
    retryAfter: RETRY_DELAY_MS / 1000,
  });
}

/** The response while the app is being built after the first start: a page that reloads itself. */
function answerBuilding(ctx: Context): void {
  ctx.status = 503;
  ctx.set('Retry-After', '3');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = `<!doctype html><html lang="en"><title>Octavo</title><meta http-equiv="refresh" content="3">
<p role="status">The administrator's app is being built. This happens once; the page reloads automatically.</p></html>`;
}

/** The page must not be cached, because its nonce is valid for one response. */
async function answerPage(
  ctx: Context,
  page: string,
  { language, siteUrl, servesOnlyThreads }: Pick<Settings, 'language' | 'siteUrl'> & Pick<Policy, 'servesOnlyThreads'>,
): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  ctx.state.policy = { ...ctx.state.policy, styleNonce: nonce };
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  const own = page
    .replaceAll(NONCE, nonce)
    .replace(
      '<html lang="en">',
      `<html lang="${escapeHtml(language)}"${servesOnlyThreads ? ' data-only-threads' : ''}>`,
    );
  const body = relocate(own, sitePathOf(siteUrl));
  const encoding = encodingFor(ctx.req.headers['accept-encoding']);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = encoding === 'identity' ? body : await compress(encoding, Buffer.from(body));
}

const built = lazy(load);

async function load(): Promise<App> {
  const folder = await builtApp();
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name));
  const files = new Map<string, File>();
  // One by one: all at once would take every descriptor that a low limit leaves.
  for (const name of names) files.set(name, await builtFile(assets, name));
  const worker = await makeFile('sw.js', await readFile(join(folder, 'sw.js')), 'never');
  return { page: await readFile(join(folder, 'index.html'), 'utf8'), files, worker };
}
