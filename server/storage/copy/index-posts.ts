import { CompiledQuery, type Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { aliasColumns } from '../../../routers/posts/columns.ts';
import { searchable, searchEngines, postWords } from '../../../routers/posts/index/post-index.ts';
import { isThreadId } from '../../../shared/thread-address.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** Posts that PostgreSQL sends at a time. */
const FETCH_SIZE = 100;

/**
 * Builds the full-text index of the target.
 *
 * @param indexed called after each post
 */
export async function indexPosts(
  { snapshot }: Source,
  { transaction, dialect }: Target,
  indexed: (posts: number) => void,
): Promise<void> {
  const posts = (snapshot as unknown as Kysely<Tables>)
    .selectFrom('posts')
    .select(['key', 'slug', ...aliasColumns(searchable)])
    .orderBy('key');
  for await (const { key, slug, ...post } of posts.stream(FETCH_SIZE)) {
    if (isThreadId(slug)) continue;
    const { sql, parameters } = searchEngines[dialect].write(key, postWords(post));
    await transaction.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    indexed(1);
  }
}
