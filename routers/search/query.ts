import { sql } from 'kysely';

import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { summaryColumns, summaryOf } from '../posts/summary.ts';
import { prepared } from '../prepared.ts';
import { readerOf } from '../reader.ts';
import type { Page, Wanted } from './engine.ts';
import { searchEngineOf } from './post-index.ts';
import { MOST_FOUND, type SearchInput, type SearchResult } from './schemas.ts';
import { snippetOf } from './snippet.ts';
import { termsOf, type Term } from './tokens.ts';

/** Characters of contents that one answer's snippets are taken from, so that it never reads 50 long posts. */
const LOOKED_AT = 400_000;
/** Of so many hits in one tier, the newest, the best are found, and of more only for pages that go beyond. */
const RANKED = 2000;

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
  const wanted = searchEngineOf(ctx.em).notationOf(terms);
  const now = timestamp(ctx.clock);
  const offset = (page - 1) * pageSize;
  const window = { limit: pageSize, offset, among: Math.max(RANKED, offset + pageSize) };
  const reader = readerOf(ctx);
  const rows = await best(ctx.em, { ...wanted, now, length: Math.floor(LOOKED_AT / pageSize), ...window }, reader);
  const [counted] = await count(ctx.em, { ...wanted, now }, reader);
  return { results: rows.map((row) => resultOf(row, terms)), total: counted?.total ?? 0 };
}

// Found first and read afterwards: sorting must not carry the contents of all that match.
const best = prepared((db, { now, among, limit, offset, length, ...wanted }: Wanted & Page & { length: number }, em) =>
  db
    .selectFrom(searchEngineOf(em).best(wanted, { now, among, limit, offset }).as('page'))
    .innerJoin('posts', 'posts.key', 'page.post_key')
    .select(summaryColumns)
    .select(sql<string>`substr(posts.content, 1, ${length})`.as('content'))
    .orderBy('page.tier')
    .orderBy('page.score')
    .orderBy('posts.key', 'desc'),
);

/** Counts no further than pages go. */
const count = prepared((db, { now, ...wanted }: Wanted & { now: string }, em) =>
  db
    .selectFrom(
      db
        .selectFrom(searchEngineOf(em).matching(wanted, now).as('found'))
        .select('post_key')
        .limit(MOST_FOUND)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

function resultOf(row: Parameters<typeof summaryOf>[0] & { content: string }, terms: readonly Term[]): SearchResult {
  return { ...summaryOf(row), snippet: snippetOf(row, terms) };
}
