/** Registers the service worker, which makes read pages available offline.  */
export function registerWorker(): void {
  // Browsers have them over https and on this machine only; some visitors switch them off.
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
