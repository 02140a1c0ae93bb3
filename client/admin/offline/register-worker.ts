import { basePath } from '../place.ts';

/** The only script URL that the app may set: server/site/admin/admin.ts serves it. */
export const WORKER = `${basePath}/admin/sw.js`;

/** Registers the service worker, with which the app opens without a connection. Browsers have none on http pages. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER, { scope: `${basePath}/admin` }).catch(() => undefined);
}
