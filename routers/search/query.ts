import { sql } from 'kysely';

import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { summaryColumns, summaryOf } from '../posts/summary.ts';
import { prepared } from '../base/prepared.ts';
import { readerOf } from '../core/reader.ts';
import type { Page, EngineQuery, Scope } from '../posts/index/engine.ts';
import { searchEngineOf } from '../posts/index/post-index.ts';
import { MAX_FOUND, type SearchInput, type SearchResult, type SiteResult } from './schemas.ts';
import { snippetOf } from './snippet.ts';
import { termsInIndex } from '../data/words/rebuild-state.ts';
import { parseTerms, type Term } from '../data/words/terms.ts';

/** The maximum number of characters that the snippets of a response are taken from. */
const MAX_SNIPPET_SOURCE = 400_000;
/** The number of hits of a group that are sorted by date, those added last; later pages sort as many as they need. */
const MIN_CANDIDATES = 500;

/** What a search found. */
interface Found<R> {
  results: R[];
  total: number;
  /** Whether the query has nothing to search for: no word, or only excluded ones. */
  unsearchable?: true;
}

/**
 * A page of the public posts that match, the best first, and the total. Two statements; none if the query has nothing
 * to search for.
 */
export async function searchPosts(ctx: CallContext, input: SearchInput): Promise<Found<SearchResult>> {
  return find(ctx, input, undefined, resultOf);
}

/** As `searchPosts`, with pages among the results: the site's own search. */
export async function searchSite(ctx: CallContext, input: SearchInput): Promise<Found<SiteResult>> {
  return find(ctx, input, true, (row, terms) => ({ ...resultOf(row, terms), kind: row.kind }));
}

async function find<R>(
  ctx: CallContext,
  { q, page, pageSize }: SearchInput,
  withPages: true | undefined,
  present: (row: Row, terms: readonly Term[]) => R,
): Promise<Found<R>> {
  const typed = parseTerms(q);
  if (typed.wanted.length === 0) return { results: [], total: 0, unsearchable: true };
  const terms = await termsInIndex(ctx.em, typed);
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
  return { results: rows.map((row) => present(row, typed.wanted)), total: counted?.total ?? 0 };
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
      .orderBy('page.place')
      .orderBy('posts.date', 'desc')
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

type Row = Awaited<ReturnType<typeof best>>[number];

function resultOf(row: Row, terms: readonly Term[]): SearchResult {
  return { ...summaryOf(row), snippet: snippetOf(row, terms) };
}
