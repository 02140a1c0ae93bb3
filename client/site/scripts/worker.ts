import { service } from './service.ts';

/** Registers the service worker, which makes read pages available offline. */
export function registerWorker(): void {
  // Service workers are available only over HTTPS and on localhost; some visitors disable them.
  // The pages of threads are not read offline, and exist where the blog does not.
  if (!('serviceWorker' in navigator) || document.querySelector('[data-at]')) return;
  const script = `${service.url}/sw.js`;
  window.addEventListener('load', () => void navigator.serviceWorker.register(script).catch(() => undefined));
}
