import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { postsOf, summaryColumns, summaryOf } from '../posts/read.ts';
import { visibleAt } from '../posts/visible.ts';
import { searchEngineOf } from './post-index.ts';
import type { SearchInput, SearchResult } from './schemas.ts';
import { snippetOf } from './snippet.ts';
import { termsOf, type Term } from './tokens.ts';

/** Characters of contents that one answer's snippets are taken from, so that it never reads 50 long posts. */
const LOOKED_AT = 400_000;

/**
 * A page of the posts that have all the words, the best first, and how many there are. Whoever asks, it finds what
 * visitors see. Two statements, none without a word to look for.
 */
export async function searchPosts(
  ctx: CallContext,
  { q, page, pageSize }: SearchInput,
): Promise<{ results: SearchResult[]; total: number }> {
  const terms = termsOf(q);
  if (terms.length === 0) return { results: [], total: 0 };
  const matching = matchingPosts(ctx.em, timestamp(ctx.clock), terms);
  const rows = await postsOf(ctx.em)
    .innerJoin(
      // Found first and read afterwards: sorting must not carry the contents of all that match.
      matching
        .select(['posts.key', 'hits.tier', 'hits.score'])
        .orderBy('hits.tier')
        .orderBy('hits.score')
        .orderBy('posts.date', 'desc')
        .orderBy('posts.key', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .as('page'),
      'page.key',
      'posts.key',
    )
    .select(summaryColumns)
    .select(sql<string>`substr(posts.content, 1, ${Math.floor(LOOKED_AT / pageSize)})`.as('content'))
    .orderBy('page.tier')
    .orderBy('page.score')
    .orderBy('posts.date', 'desc')
    .orderBy('posts.key', 'desc')
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { results: rows.map((row) => resultOf(row, terms)), total: Number(total) };
}

/** The posts that have all the words and that visitors see at this moment (ISO 8601 in UTC). */
export function matchingPosts(em: SqlEntityManager, now: string, terms: readonly Term[]) {
  return postsOf(em)
    .where(visibleAt(now))
    .innerJoin(searchEngineOf(em).hits(terms).as('hits'), 'hits.post_key', 'posts.key');
}

function resultOf(row: Parameters<typeof summaryOf>[0] & { content: string }, terms: readonly Term[]): SearchResult {
  return { ...summaryOf(row), snippet: snippetOf(row, terms) };
}
