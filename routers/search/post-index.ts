import { setImmediate } from 'node:timers/promises';

import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { CompiledQuery } from 'kysely';

import type { Post } from '../../entities/post.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { plainTextOf } from '../posts/excerpt.ts';
import type { PostWords, SearchEngine } from './engine.ts';
import { postgresSearch } from './postgres.ts';
import { sqliteSearch } from './sqlite.ts';
import { tokensOf } from './tokens.ts';

/** What a post is found by. A protected post has no content. */
export type Searchable = Pick<Post, (typeof searchable)[number]>;

/** Characters whose words take about a millisecond to find. */
const LONG = 10_000;

/** The columns whose change changes the index. */
export const searchable = ['title', 'tags', 'excerpt', 'excerptMade', 'content'] as const;

/** Writes a post's words into the index, in the transaction that writes the post. They go with its row. */
export async function indexPost(tx: SqlEntityManager, key: number, post: Searchable): Promise<void> {
  // A long text takes its time: finding its words and writing them down are a turn of the event loop each.
  const isLong = post.content.length > LONG;
  if (isLong) await setImmediate();
  const { sql, parameters } = searchEngineOf(tx).write(key, wordsOf(post));
  if (isLong) await setImmediate();
  await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql, [...parameters]));
}

/** The one place that looks at which database it is. */
export function searchEngineOf(em: SqlEntityManager): SearchEngine {
  return searchEngines[em.getPlatform() instanceof SqlitePlatform ? 'sqlite' : 'postgres'];
}

/** By the name of the dialect, for migrations. */
export const searchEngines = { sqlite: sqliteSearch, postgres: postgresSearch } satisfies Record<string, SearchEngine>;

/** The words of a post, field by field. */
export function wordsOf({ title, tags, excerpt, excerptMade, content }: Searchable): PostWords {
  return {
    title: tokensOf(title),
    tags: (JSON.parse(tags) as string[]).flatMap(tokensOf),
    // One that was made from the content has nothing of its own.
    excerpt: excerptMade === 1 ? [] : tokensOf(excerpt),
    content: tokensOf(plainTextOf(content)),
  };
}
