import { sql } from 'kysely';

import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { summaryColumns, summaryOf } from '../posts/summary.ts';
import { prepared } from '../prepared.ts';
import { readerOf } from '../reader.ts';
import type { Page, EngineQuery, Scope } from './engine.ts';
import { searchEngineOf } from './post-index.ts';
import { MAX_FOUND, type SearchInput, type SearchResult, type SiteResult } from './schemas.ts';
import { snippetOf } from './snippet.ts';
import { termsOf, type Term } from './tokens.ts';

/** The maximum number of characters that the snippets of a response are taken from. */
const MAX_SNIPPET_SOURCE = 400_000;
/** The number of newest hits of a tier that are ranked; later pages rank as many as they need. */
const MIN_CANDIDATES = 2000;

/**
 * A page of the public posts that have all terms, the best first, and the total. Two statements; none if the query has
 * no words.
 */
export async function searchPosts(
  ctx: CallContext,
  input: SearchInput,
): Promise<{ results: SearchResult[]; total: number }> {
  const { rows, total, terms } = await find(ctx, input);
  return { results: rows.map((row) => resultOf(row, terms)), total };
}

/** As `searchPosts`, with pages among the results: the site's own search. */
export async function searchSite(
  ctx: CallContext,
  input: SearchInput,
): Promise<{ results: SiteResult[]; total: number }> {
  const { rows, total, terms } = await find(ctx, input, true);
  return { results: rows.map((row) => ({ ...resultOf(row, terms), kind: row.kind })), total };
}

async function find(ctx: CallContext, { q, page, pageSize }: SearchInput, withPages?: true) {
  const terms = termsOf(q);
  if (terms.length === 0) return { rows: [], total: 0, terms };
  const engineQuery = searchEngineOf(ctx.em).queryOf(terms);
  const now = timestamp(ctx.clock);
  const offset = (page - 1) * pageSize;
  const window = { limit: pageSize, offset, candidates: Math.max(MIN_CANDIDATES, offset + pageSize) };
  const reader = readerOf(ctx);
  const rows = await best(
    ctx.em,
    { ...engineQuery, now, withPages, length: Math.floor(MAX_SNIPPET_SOURCE / pageSize), ...window },
    reader,
  );
  const [counted] = await count(ctx.em, { ...engineQuery, now, withPages }, reader);
  return { rows, total: counted?.total ?? 0, terms };
}

// The page is found before contents are joined, so that sorting does not carry the contents of all matches.
const best = prepared(
  (
    db,
    { now, withPages, candidates, limit, offset, length, ...engineQuery }: EngineQuery & Page & { length: number },
    em,
  ) =>
    db
      .selectFrom(searchEngineOf(em).best(engineQuery, { now, withPages, candidates, limit, offset }).as('page'))
      .innerJoin('posts', 'posts.key', 'page.post_key')
      .select([...summaryColumns, 'posts.kind'])
      .select(sql<string>`substr(posts.content, 1, ${length})`.as('content'))
      .orderBy('page.tier')
      .orderBy('page.score')
      .orderBy('posts.key', 'desc'),
);

/** Counts up to the last page. */
const count = prepared((db, { now, withPages, ...engineQuery }: EngineQuery & Scope, em) =>
  db
    .selectFrom(
      db
        .selectFrom(searchEngineOf(em).matching(engineQuery, { now, withPages }).as('found'))
        .select('post_key')
        .limit(MAX_FOUND)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number>().as('total')),
);

function resultOf(row: Parameters<typeof summaryOf>[0] & { content: string }, terms: readonly Term[]): SearchResult {
  return { ...summaryOf(row), snippet: snippetOf(row, terms) };
}
