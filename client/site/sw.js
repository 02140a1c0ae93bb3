// The service worker. The server puts a line before it that names CACHE after the release: an update replaces it.
/* global CACHE */

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin === self.location.origin && pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
});

/** Files of the site are looked up in the cache first: their addresses name the release. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Drops the caches of other releases. */
async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('octavo-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}
