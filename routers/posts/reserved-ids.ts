import { idPattern } from '../../shared/post-id.ts';

/**
 * Ids that no page can have: the first segments of the service's own paths, which would hide it, and a few that are kept
 * for later. `test/pages-api.test.ts` compares them with the routes.
 */
export const reservedIds: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'archive',
  'assets',
  'categories',
  'embed',
  'favicon',
  'feed',
  'feeds',
  'guestbook',
  'healthz',
  'mail',
  'mcp',
  'media',
  'metrics',
  'offline',
  'page',
  'pages',
  'posts',
  'preview',
  'readyz',
  'rss',
  'search',
  'sitemap',
  'tags',
  'trpc',
]);

/** Whether a page can have an id, in its canonical form. */
export function isPageId(id: string): boolean {
  return idPattern.test(id) && !reservedIds.has(id);
}

/** Why such an id is refused. */
export const RESERVED = 'is the beginning of paths of the service itself; choose another';
