import type { RequestOptions } from '../test/support/plain-http.ts';
import { slugAt, targets } from './seed-rows.ts';

type Request = RequestOptions & { path: string };

/** A kind of request, and how many of a hundred it is. */
interface Kind {
  share: number;
  request(number: number, random: number): Request;
}

/** What comes in at a blog: mostly reads, of some posts more than of others, then views, comments, likes and changes. */
const kinds: readonly Kind[] = [
  { share: 20, request: (_, random) => ({ path: `/api/posts?page=${1 + Math.floor(20 * random)}` }) },
  { share: 24, request: (_, random) => ({ path: `/api/posts/${somePost(random)}` }) },
  { share: 14, request: (_, random) => ({ path: `/api/posts/${somePost(random)}/comments` }) },
  { share: 12, request: (_, random) => ({ path: `/posts/${somePost(random)}` }) },
  { share: 4, request: () => ({ path: '/' }) },
  { share: 3, request: (_, random) => ({ path: `/api/search?q=${somePost(random).split('-')[0]}` }) },
  { share: 2, request: () => ({ path: `/api/posts?tag=${targets.tag}` }) },
  { share: 2, request: () => ({ path: '/feed.xml' }) },
  { share: 1, request: () => ({ path: '/sitemap.xml' }) },
  { share: 1, request: () => ({ path: '/api/popular' }) },
  { share: 1, request: () => ({ path: '/api/stats' }) },
  { share: 1, request: (number) => ({ path: `/api/posts/no-such-post-${number}` }) },
  { share: 10, request: (_, random) => ({ method: 'POST', path: `/api/posts/${somePost(random)}/view` }) },
  { share: 1, request: (_, random) => ({ method: 'POST', path: `/api/posts/${somePost(random)}/like` }) },
  { share: 3, request: comment },
  { share: 1, request: change },
];

const order = kinds.flatMap(({ share, request }) => Array.from({ length: share }, () => request));

/**
 * The request with this number. The sender adds a token to the administrator's requests, those with PUT.
 *
 * @param random from 0 up to 1
 */
export function trafficRequest(number: number, random: number): Request {
  // 37 and 100 have no divisor in common: every kind comes as often as it should, and they take turns.
  return order[(number * 37) % order.length]!(number, random);
}

/** Half of the readers look at a twentieth of the posts. */
function somePost(random: number): string {
  return slugAt(Math.floor(1000 ** random) - 1);
}

function comment(number: number, random: number): Request {
  return {
    method: 'POST',
    path: `/api/posts/${somePost(random)}/comments`,
    json: { author: `Reader ${number % 500}`, content: `Comment ${number}, a sentence or two, as long as most are.` },
  };
}

function change(number: number, random: number): Request {
  return { method: 'PUT', path: `/api/posts/${somePost(random)}`, json: { excerpt: `Changed by number ${number}.` } };
}
