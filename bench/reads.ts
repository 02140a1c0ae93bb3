import { createBlogClient } from '../client/index.ts';
import { clientAddress, headerOf, send } from '../test/support/plain-http.ts';
import { targets } from './seed-rows.ts';

/** A read that is measured, the same for every server that can answer it. */
export interface Read {
  path: string;
  headers: Record<string, string>;
  status: number;
  /** How many requests a minute one client IP may make (docs/interface.md, L1). */
  limit: number;
}

export type ReadName = 'list' | 'post' | 'comments' | 'search' | 'page' | 'feed' | 'unchanged' | 'trpc';

/**
 * The reads of the benchmark.
 *
 * @param url of a running service: it is asked for the list's ETag, and through the typed client for the list
 */
export async function describeReads(url: string): Promise<Record<ReadName, Read>> {
  const read = (path: string, limit = 240): Read => ({ path, headers: {}, status: 200, limit });
  const list = read('/api/posts');
  const tag = headerOf(await send(url + list.path, { headers: clientAddress(255, 0) }), 'etag');
  return {
    list,
    post: read(`/api/posts/${targets.post}`),
    comments: read(`/api/posts/${targets.post}/comments`),
    search: read(`/api/search?q=${encodeURIComponent(targets.twoWords)}`, 60),
    page: read(`/posts/${targets.post}`, 600),
    feed: read('/feed.xml', 600),
    unchanged: { ...list, headers: { 'if-none-match': tag }, status: 304 },
    trpc: read(await listedByClient(url)),
  };
}

/** The address that the typed client asks for a list. */
async function listedByClient(url: string): Promise<string> {
  const asked: string[] = [];
  const client = createBlogClient({
    url,
    fetch(input, init) {
      asked.push(String(input));
      return fetch(input, init);
    },
  });
  await client.posts.list({});
  return asked[0]?.slice(url.length) ?? '';
}
