import { make } from './dom.ts';

declare const RELEASE: string;

/** Lists the pages that were read before on this device, on the page that stands in for those that were not. */
export async function listKept(): Promise<void> {
  const list = document.querySelector('[data-kept]');
  if (!list || !('caches' in window)) return;
  const cache = await caches.open(`octavo-${RELEASE}`);
  const pages = (await cache.keys()).filter(({ url }) => isPage(new URL(url).pathname));
  // What was read last comes first.
  for (const { url } of pages.reverse()) {
    const page = await cache.match(url, { ignoreVary: true });
    const title = page ? titleIn(await page.text()) : '';
    if (title !== '') list.append(make('li', {}, make('a', { href: url }, title)));
  }
}

function isPage(path: string): boolean {
  return path !== '/offline' && !path.startsWith('/assets/');
}

function titleIn(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return (page.querySelector('h1')?.textContent ?? page.title).trim();
}
