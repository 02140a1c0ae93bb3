// The service worker: pages that were read before are available offline.
import type { Fetching, WorkerScope } from '../../api/worker-scope.ts';

declare const VERSION: string;
/** The script that decrypts protected posts. */
declare const OPENER: string;

/** The number of cached pages; the least recently read are deleted. */
const MAX_PAGES = 60;

const scope = self as unknown as WorkerScope;

/** The path of the site, mostly "". */
const SITE = scope.location.pathname.replace(/\/sw\.js$/, '');
/** Each version has its own cache; older ones are deleted. Several sites may share an origin. */
const CACHES = `octavo${SITE}-`;
const CACHE = CACHES + VERSION;
const OFFLINE = `${SITE}/offline`;
const ASSETS = `${SITE}/assets/`;

scope.addEventListener('install', (event) => event.waitUntil(prepare()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && isForReaders(pathname)) event.respondWith(page(event));
});

/** Caches the offline page and its files. */
async function prepare(): Promise<void> {
  const cache = await caches.open(CACHE);
  const answer = await fetch(OFFLINE);
  if (!answer.ok) throw new Error(`The offline page answers ${answer.status}.`);
  const html = await answer.clone().text();
  const files = [...html.matchAll(/"(\/[^"]+)"/g)].map(([, path]) => path!).filter((path) => path.startsWith(ASSETS));
  await Promise.all([cache.put(OFFLINE, answer), cache.addAll([...new Set(files)])]);
  // The first page has loaded them before there was a worker; without them, its text is shown in a font of the device.
  await cache.addAll(await fontsIn(cache)).catch(() => undefined);
  await scope.skipWaiting();
}

/** The fonts for Latin letters in the style sheets of a cache. */
async function fontsIn(cache: Cache): Promise<string[]> {
  const sheets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.endsWith('.css'));
  const fonts = sheets.map(async (sheet) => {
    const css = await (await cache.match(sheet))!.text();
    return [...css.matchAll(/url\((fonts\/[\w-]+-latin-\d[^)]*)\)/g)].map(([, path]) => new URL(path!, sheet.url).href);
  });
  return (await Promise.all(fonts)).flat();
}

async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
  // Also caches the pages that were open before the worker was installed.
  const open = await scope.clients.matchAll({ type: 'window' });
  await Promise.all(open.map(({ url }) => keepOpen(url)));
}

async function keepOpen(url: string): Promise<void> {
  if (isForReaders(new URL(url).pathname)) await keep(new Request(url), await fetch(url));
}

/** Cache first for files, because their URLs contain a version or hash. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Network first for pages, with the cache as fallback. */
async function page(event: Fetching): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return (await keptPage(cache, event.request)) ?? (await cache.match(OFFLINE)) ?? Response.error();
  }
}

/** A post is the same with any query, such as a tracking parameter. */
async function keptPage(cache: Cache, request: Request): Promise<Response | undefined> {
  const kept = await cache.match(request, { ignoreVary: true });
  const { origin, pathname } = new URL(request.url);
  if (kept || !pathname.startsWith(`${SITE}/posts/`)) return kept;
  const address = origin + pathname;
  const plain = await cache.match(address, { ignoreVary: true });
  return plain ?? cache.match(address, { ignoreVary: true, ignoreSearch: true });
}

/** Caches a public page as the newest and deletes the oldest ones. Deletes a page that no longer exists. */
async function keep({ url }: Request, answer: Response): Promise<void> {
  const { pathname, search } = new URL(url);
  const cache = await caches.open(CACHE);
  const address = url.split('#')[0]!;
  // Also deletes versions with other queries, such as pages of older comments.
  const ignoreSearch = search === '';
  if (isGone(answer) && isKeptPage(pathname)) await cache.delete(address, { ignoreVary: true, ignoreSearch });
  const isLasting = !answer.headers.get('Cache-Control')?.includes('no-store');
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
  // The result of a form and the form of a reply are not pages to keep.
  if (!answer.ok || !isLasting || !isPage || pathname === OFFLINE || /[?&](sent|reply)=/.test(search)) return;
  const isLocked = / data-locked="/.test(await answer.clone().text());
  // The keys of a cache are in the order of insertion.
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, answer);
  // Protected posts need the script that decrypts them.
  if (isLocked) await asset(new Request(SITE + OPENER)).catch(() => undefined);
  const pages = (await cache.keys()).filter((one) => isKeptPage(new URL(one.url).pathname));
  const oldest = pages.slice(0, Math.max(0, pages.length - MAX_PAGES));
  await Promise.all(oldest.map((one) => cache.delete(one)));
}

function isGone({ status }: Response): boolean {
  return status === 404 || status === 410;
}

function isKeptPage(path: string): boolean {
  return path !== OFFLINE && !path.startsWith(ASSETS);
}

function isForReaders(path: string): boolean {
  return path.startsWith(`${SITE}/`) && !/^\/(api|admin|preview|trpc|assets)(\/|$)/.test(path.slice(SITE.length));
}
