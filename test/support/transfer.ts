import { expect } from 'chai';

import type { ImportResult } from '../../routers/transfer/schemas.ts';
import type { PostDetail } from '../../routers/posts/answers.ts';
import type { TestService } from './service.ts';

/** Imports posts and returns their results. */
export async function take({ admin }: TestService, posts: unknown[], more = {}): Promise<ImportResult[]> {
  const { status, body } = await admin('POST', '/api/admin/import', { posts, ...more });
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { results: ImportResult[] }).results;
}

/** Creates many posts by imports, which take a fifth of the time of calls. @returns their ids */
export async function takeMany(service: TestService, count: number, fields: (at: number) => object): Promise<string[]> {
  const posts = Array.from({ length: count }, (_, at) => ({ title: 'A post', sourceKey: `many-${at}`, ...fields(at) }));
  const ids: string[] = [];
  for (let from = 0; from < count; from += 100) {
    for (const { id } of await take(service, posts.slice(from, from + 100))) ids.push(id!);
  }
  return ids;
}

/** An exported post. */
type Exported = PostDetail & {
  kind: 'post' | 'page';
  allowComments: 0 | 1;
  sourceKey: string | null;
  aliases: string[];
};

/** Iterates over the whole export. */
export async function exported({ admin }: TestService): Promise<Exported[]> {
  const posts: Exported[] = [];
  for (let cursor = ''; ;) {
    const { body } = await admin('GET', `/api/admin/export?cursor=${cursor}`);
    const page = body as { posts: Exported[]; cursor?: string };
    posts.push(...page.posts);
    if (page.cursor === undefined) return posts;
    cursor = page.cursor;
  }
}
