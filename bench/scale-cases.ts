import { scaleTargets } from './scale-seed.ts';
import { slugAt, targets } from './seed-rows.ts';

/** A request whose hold of the event loop is measured. */
export interface ScaleCase {
  name: string;
  method?: 'POST' | 'PUT' | 'DELETE' | undefined;
  path: string;
  json?: unknown;
  /** Whether it shows the administrator's token. */
  asOwner: boolean;
  /** What it changes can be changed once only. */
  once?: boolean;
}

const query = (values: Record<string, string | number>) => `?${new URLSearchParams(values as Record<string, string>)}`;
const q = (words: string, more = {}) => `/api/search${query({ q: words, ...more })}`;
const search = (text: string, more = {}) => `/api/posts${query({ search: text, ...more })}`;

const publicPaths = [
  '/api/posts',
  '/api/posts?page=200&pageSize=100',
  '/api/posts?status=published',
  `/api/posts?tag=${targets.tag}`,
  `/api/posts?tag=${targets.tag}&page=20&pageSize=100`,
  `/api/posts?tag=${targets.tag}&category=${targets.category}`,
  '/api/posts?tag=rare-5',
  `/api/posts?category=${targets.category}&page=100&pageSize=100`,
  '/api/posts?category=none',
  ...['date', 'updated', 'title'].flatMap((sort) => [
    `/api/posts?sort=${sort}`,
    `/api/posts?sort=${sort}&order=asc&page=200&pageSize=100`,
  ]),
  '/api/posts?from=2024-01-01&to=2024-12-31',
  '/api/posts?from=2024-01-01&sort=title&page=100&pageSize=100',
  `/api/posts?tags=${targets.tag},rare-5`,
  `/api/posts?tags=${targets.tag}&sort=updated`,
  search(targets.rareWord),
  search(targets.commonWord),
  search('e'),
  search('e', { page: 200, pageSize: 100 }),
  search('no such text'),
  search('世界'),
  search('e', { tag: targets.tag, category: targets.category }),
  `/api/posts/${targets.post}`,
  '/api/posts/no-such-post',
  `/api/posts/${targets.longThread}/comments`,
  `/api/posts/${scaleTargets.crowded}/comments`,
  '/api/posts/gb-note/comments',
  q(targets.twoWords),
  q(targets.commonWord),
  q(targets.commonWord, { page: 200, pageSize: 50 }),
  q('a'),
  q('e'),
  q('b a'),
  q('ba be bi'),
  q('ba', { page: 200, pageSize: 50 }),
  q('世'),
  q('"ba ben"'),
  q('"hand sabond"'),
  q('hand -habes'),
  q('hand -"ba sabond"'),
  '/api/popular',
  '/api/popular?limit=50',
  '/api/popular?range=7d&limit=50',
  '/api/popular?range=30d&limit=50',
  '/api/stats',
  '/api/site',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/sitemap-1.xml',
  '/sitemap-2.xml',
  `/tags/${targets.tag}/feed.xml`,
  `/categories/${targets.category}/atom.xml`,
  `/posts/${scaleTargets.crowded}/comments.xml`,
  `/posts/${targets.post}.md`,
  '/llms.txt',
  '/api/changes',
  '/api/changes?limit=500',
  '/api/pages',
  '/robots.txt',
  '/.well-known/ard.json',
  '/',
  '/page/200',
  `/posts/${targets.post}`,
  `/posts/${scaleTargets.crowded}`,
  '/posts/no-such-post',
  `/tags/${targets.tag}`,
  `/tags/${targets.tag}?page=200`,
  `/categories/${targets.category}`,
  '/archive',
  '/archive/2024',
  '/search?q=ba',
  `/search?q=${targets.commonWord}&page=200`,
  '/guestbook',
  '/healthz',
  '/readyz',
  '/api/openapi.json',
  '/api/docs',
];

const owner = [
  rpc('posts.all', {}),
  rpc('posts.all', { pageSize: 100, page: 900 }),
  ...['title', 'updated', 'views', 'likes', 'comments'].map((sort) => rpc('posts.all', { sort, pageSize: 50 })),
  rpc('posts.all', { status: 'published', pageSize: 50 }),
  rpc('posts.all', { status: 'draft', pageSize: 50 }),
  rpc('posts.all', { status: 'scheduled', pageSize: 50 }),
  rpc('posts.all', { tag: targets.tag, pageSize: 50 }),
  rpc('posts.all', { category: targets.category, sort: 'views' }),
  rpc('posts.all', { search: targets.rareWord }),
  rpc('posts.all', { search: 'e', sort: 'comments', pageSize: 100 }),
  rpc('posts.get', { id: targets.post }),
  rpc('posts.list', { status: 'draft' }),
  rpc('comments.all', {}),
  rpc('comments.all', { page: 10_000, pageSize: 100 }),
  rpc('comments.all', { status: 'pending', pageSize: 1 }),
  rpc('comments.all', { status: 'approved', pageSize: 50 }),
  rpc('comments.all', { order: 'held', pageSize: 50 }),
  rpc('comments.all', { search: 'sa', pageSize: 50 }),
  rpc('comments.all', { search: 'no such text', pageSize: 50 }),
  rpc('comments.all', { search: targets.rareWord, order: 'held', pageSize: 50 }),
  rpc('comments.all', { status: 'pending', search: 'e', pageSize: 50 }),
  rpc('comments.all', { post: scaleTargets.crowded, pageSize: 1 }),
  rpc('comments.all', { post: 'gb-note', pageSize: 50 }),
  rpc('comments.all', { post: 'gb-note', order: 'held', pageSize: 50 }),
  rpc('comments.counts', { ids: [targets.post, targets.longThread, scaleTargets.crowded].join(',') }),
  rpc('taxonomy.list', { kind: 'tag', pageSize: 100 }),
  rpc('taxonomy.list', { kind: 'tag', search: 'rare', sort: 'name' }),
  rpc('taxonomy.list', { kind: 'category' }),
  rpc('stats.all', undefined),
  rpc('stats.days', { days: 90 }),
  rpc('stats.popular', { range: '30d', limit: 10 }),
  rpc('media.list', { pageSize: 50 }),
  rpc('media.list', { pageSize: 50, search: 'water 77' }),
  rpc('media.uses', { id: 'm-7' }),
  rpc('pictures.unmeasured', undefined),
  rpc('reports.list', { pageSize: 100 }),
  rpc('revisions.list', { id: scaleTargets.revised, pageSize: 50 }),
  rpc('revisions.get', { id: scaleTargets.revised, version: 2_000_007 }),
  rpc('workingCopies.get', { id: targets.post }),
  rpc('settings.get', undefined),
  rpc('admin.health', undefined),
  rpc('admin.sessions', undefined),
  rpc('admin.state', undefined),
  rpc('jobs.list', {}),
  rpc('keys.list', undefined),
  rpc('webhooks.list', undefined),
  rpc('spam.blocked', {}),
  rpc('subscribers.list', {}),
  rpc('transfer.export', {}),
];

const posts = (from: number) => Array.from({ length: 200 }, (_, at) => slugAt(from + at));
const guests = Array.from({ length: 200 }, (_, at) => `c-guest${at}`);

/** Each of them can be made once. */
const writes: ScaleCase[] = [
  write('comment written', 'POST', '/api/posts/gb-note/comments', { author: 'Reader', content: 'Once more.' }),
  write('200 posts tagged', 'POST', '/api/posts/bulk', { action: 'tag', tag: 'new', ids: posts(20_000) }),
  write('200 posts hidden', 'POST', '/api/posts/bulk', { action: 'unpublish', ids: posts(20_000) }),
  write('200 comments held', 'POST', '/api/comments/bulk', { action: 'hold', ids: guests }),
  write('200 comments deleted', 'POST', '/api/comments/bulk', { action: 'delete', ids: guests }),
  write('200 posts with 2,500 comments deleted', 'POST', '/api/posts/bulk', { action: 'delete', ids: posts(30_000) }),
  write('a post with 20,000 comments deleted', 'DELETE', `/api/posts/${scaleTargets.crowded}`),
  write('a text of 100,000 characters saved', 'PUT', `/api/posts/${targets.changed}`, {
    content: 'Some words of a long text. '.repeat(3700),
  }),
  write('a text of 990,000 characters saved', 'PUT', `/api/posts/${targets.changed}`, {
    content: Array.from({ length: 104_000 }, (_, at) => `word${(at * 7919) % 20_000}`).join(' '),
  }),
  write('100 posts imported', 'POST', '/api/admin/import', {
    posts: Array.from({ length: 100 }, (_, at) => ({
      sourceKey: `scale/${Math.random()}/${at}`,
      title: `Imported ${at}`,
      content: 'Some words of a text from another blog. '.repeat(100),
    })),
  }),
];

/** Every public endpoint and page, the requests of the app's screens, and the largest writes. */
export const scaleCases: readonly ScaleCase[] = [
  ...publicPaths.map((path) => ({ name: path, path, asOwner: false })),
  ...owner,
  ...writes,
];

function write(name: string, method: ScaleCase['method'], path: string, json?: unknown): ScaleCase {
  return { name, method, path, ...(json !== undefined && { json }), asOwner: true, once: true };
}

function rpc(procedure: string, input: unknown): ScaleCase {
  const search = input === undefined ? '' : query({ input: JSON.stringify({ json: input }) });
  return {
    name: `${procedure} ${input === undefined ? '' : JSON.stringify(input)}`,
    path: `/trpc/${procedure}${search}`,
    asOwner: true,
  };
}
