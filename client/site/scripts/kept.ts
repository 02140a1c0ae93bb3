import { VERSION } from '../../../shared/version.ts';
import { make } from './dom.ts';
import { service } from './service.ts';

/** Lists the pages that are available offline on the offline page. */
export async function listKept(): Promise<void> {
  const list = document.querySelector('[data-kept]');
  if (!list || !('caches' in window)) return;
  const cache = await caches.open(`octavo${service.url}-${VERSION}`);
  const pages = (await cache.keys()).filter(({ url }) => isPage(new URL(url).pathname));
  const listed = new Set<string>();
  // The most recently read page comes first.
  for (const { url } of pages.reverse()) {
    const page = await cache.match(url, { ignoreVary: true });
    const title = page ? titleIn(await page.text()) : '';
    // The cache may contain a post several times, with older comments.
    const known = `${new URL(url).pathname} ${title}`;
    if (title !== '' && !listed.has(known)) list.append(make('li', {}, make('a', { href: url }, title)));
    listed.add(known);
  }
}

function isPage(path: string): boolean {
  return path !== `${service.url}/offline` && !path.startsWith(`${service.url}/assets/`);
}

/** The title of a page without the name of the site, or its heading if that is longer. */
function titleIn(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const heading = page.querySelector('h1')?.textContent.trim() ?? '';
  const site = page.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
  // The pages of the post list have the name of the site as their heading.
  if (heading === site) return page.title;
  const title = page.title.endsWith(` · ${site}`) ? page.title.slice(0, -site.length - 3) : page.title;
  return heading.includes(title) ? heading : title;
}
