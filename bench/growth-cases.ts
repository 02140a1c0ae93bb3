import type { RequestOptions } from './http.ts';
import { slugAt, targets } from './seed-rows.ts';

/** Something whose duration is measured on blogs of every size. */
export interface GrowthCase {
  name: string;
  /** Whether the server keeps answers; without, every read is computed. */
  cache: boolean;
  /** The status that is expected. */
  status: number;
  /** The request with this number; writes differ from number to number. */
  request(number: number): RequestOptions & { path: string };
  /** Requested only on blogs with at least this number of posts. */
  from?: number;
}

const search = (words: string) => `/api/search?q=${encodeURIComponent(words)}`;

/** The administrator's requests get a token where they are sent. */
export const growthCases: readonly GrowthCase[] = [
  read('List, cached', '/api/posts', true),
  read('Post, cached', `/api/posts/${targets.post}`, true),
  read('20 comments, cached', `/api/posts/${targets.post}/comments`, true),
  read('List', '/api/posts'),
  // With five on a page, the smallest blog has 200 pages as well.
  read('List, page 200 of 5', '/api/posts?page=200&pageSize=5'),
  read('Post', `/api/posts/${targets.post}`),
  read('20 comments', `/api/posts/${targets.post}/comments`),
  read('300 of 400 comments', `/api/posts/${targets.longThread}/comments`),
  read('List by tag', `/api/posts?tag=${targets.tag}`),
  read('List by category', `/api/posts?category=${targets.category}`),
  read('List with search=', `/api/posts?search=${targets.rareWord}`),
  read('Search, two words', search(targets.twoWords)),
  read('Search, a word of every third post', search(targets.commonWord)),
  read('/api/popular', '/api/popular'),
  read('/api/stats', '/api/stats'),
  read('/feed.xml', '/feed.xml'),
  read('/sitemap.xml', '/sitemap.xml'),
  { ...read('/sitemap-1.xml, 50,000 addresses', '/sitemap-1.xml'), from: 50_000 },
  {
    name: 'Comment written',
    cache: true,
    status: 201,
    request: (number) => ({
      method: 'POST',
      path: `/api/posts/${slugAt(number % 1000)}/comments`,
      json: {
        author: `Reader ${number}`,
        content: `Comment ${number}, a sentence or two, as long as most comments are.`,
      },
    }),
  },
  {
    name: 'Post changed',
    cache: true,
    status: 200,
    request: (number) => ({
      method: 'PUT',
      path: `/api/posts/${targets.changed}`,
      json: { content: `Change ${number}. ${'Some words of a post that is changed. '.repeat(60)}` },
    }),
  },
];

function read(name: string, path: string, cache = false): GrowthCase {
  return { name, cache, status: 200, request: () => ({ path }) };
}
