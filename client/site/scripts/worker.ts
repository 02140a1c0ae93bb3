import { service } from './service.ts';

/** Registers the service worker, which makes read pages available offline. */
export function registerWorker(): void {
  // Service workers are available only over HTTPS and on localhost; some visitors disable them.
  if (!('serviceWorker' in navigator)) return;
  const script = `${service.url}/sw.js`;
  window.addEventListener('load', () => void navigator.serviceWorker.register(script).catch(() => undefined));
}
