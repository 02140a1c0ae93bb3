/** Lets the service worker keep what is read, so that it can be read again without a network. */
export function registerWorker(): void {
  // Browsers have them over https and on this machine only; some visitors switch them off.
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
