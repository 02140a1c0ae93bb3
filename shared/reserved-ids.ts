import { idPattern } from './post-id.ts';

/**
 * Ids that no page can have: the first segments of the service's own paths, which would hide it, and a few that are kept
 * for later. `test/pages-api.test.ts` compares them with the routes.
 */
export const reservedIds: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'archive',
  'assets',
  'authors',
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

/**
 * Those that pages could have before the service used them: a page that has one keeps its URL, and the route of the
 * service gives way.
 */
export const latelyReservedIds: readonly string[] = ['authors'];

/** Whether a page may have an id, in its canonical form. */
export function isPageId(id: string): boolean {
  return idPattern.test(id) && (!reservedIds.has(id) || latelyReservedIds.includes(id));
}

/** Why such an id is refused. */
export const RESERVED = 'is the beginning of paths of the service itself; choose another';
