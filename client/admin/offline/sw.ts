// The service worker of the app: it opens without a connection, and tabs of earlier versions keep their files. It
// caches the page and the files of the app only, which hold nothing of the blog and no session.
import type { Fetching, WorkerScope } from '../../api/worker-scope.ts';

/** The names of all files of this version. */
declare const FILES: string[];
/** A hash of this list. */
declare const VERSION: string;

/** The number of versions whose files are cached: tabs may be older than the service. */
const MAX_VERSIONS = 3;

const scope = self as unknown as WorkerScope;
/** The path of the app, mostly `/admin`. Several sites may share an origin. */
const APP = scope.location.pathname.replace(/\/sw\.js$/, '');
const ASSETS = `${APP}/assets/`;
/** Not `octavo-…`, which the service worker of the site deletes. */
const CACHES = `octavo:${APP} `;
const CACHE = CACHES + VERSION;

scope.addEventListener('install', (event) => event.waitUntil(prepare()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (pathname.startsWith(ASSETS)) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(event));
});

async function prepare(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => ASSETS + name));
  const isKept = await keep(await fetch(APP));
  if (!isKept) throw new Error('The page of the app belongs to another version.');
  await scope.skipWaiting();
}

async function takeOver(): Promise<void> {
  // In the order of their creation.
  const versions = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  const others = versions.filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, Math.max(0, versions.length - MAX_VERSIONS)).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** Files of any version: their names change with their content. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Network first for the page, with the cache as fallback. Every screen has the same page. */
async function page(event: Fetching): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(answer.clone()));
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(APP, { ignoreVary: true })) ?? Response.error();
  }
}

/** Caches the page, whose language and site may have changed, unless files that it needs are missing. */
async function keep(answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  const html = await answer.clone().text();
  const needed = [...html.matchAll(/\/admin\/assets\/((?:(?!\/admin\/assets\/)[^"])+)"/g)].map(([, name]) => name!);
  if (needed.length === 0 || !needed.every((name) => FILES.includes(name))) return false;
  const cache = await caches.open(CACHE);
  await cache.put(APP, answer);
  return true;
}

function isPage(path: string): boolean {
  return path === APP || path.startsWith(`${APP}/`);
}
