import type { EntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { summaryColumns, toSummary } from '../posts/summary.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import type { Page, EngineQuery, Scope } from '../posts/index/engine.ts';
import { searchEngine } from '../posts/index/post-index.ts';
import { MAX_FOUND, type SearchInput, type SearchResult, type SiteResult } from './schemas.ts';
import { makeSnippet } from './snippet.ts';
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
  return find(ctx, input, undefined, toResult);
}

/** As `searchPosts`, with pages among the results: the site's own search. */
export async function searchSite(ctx: CallContext, input: SearchInput): Promise<Found<SiteResult>> {
  return find(ctx, input, true, (row, terms) => ({ ...toResult(row, terms), kind: row.kind }));
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
  const engineQuery = searchEngine(ctx.em).queryOf(terms);
  const scope = { now: timestamp(ctx.clock), withPages };
  const offset = (page - 1) * pageSize;
  const candidates = Math.max(MIN_CANDIDATES, offset + pageSize);
  const reader = readerOf(ctx);
  const { total, keys } = await all(ctx.em, { ...engineQuery, ...scope }, reader);
  if (total === 0) return { results: [], total };
  const rows = await best(
    ctx.em,
    {
      ...engineQuery,
      ...scope,
      length: Math.floor(MAX_SNIPPET_SOURCE / pageSize),
      limit: pageSize,
      offset,
      candidates,
      keys: total > candidates ? undefined : keys,
    },
    reader,
  );
  return { results: rows.map((row) => present(row, typed.wanted)), total };
}

/** The number of hits, and the keys of all where looking at each costs much, so that each is looked at once. */
async function all(
  em: EntityManager,
  query: EngineQuery & Scope,
  reader: Kysely<Tables>,
): Promise<{ total: number; keys?: string }> {
  if (query.phrases.length + query.excludedPhrases.length === 0) {
    const [counted] = await count(em, query, reader);
    return { total: counted?.total ?? 0 };
  }
  const hits = await matching(em, query, reader);
  return { total: hits.length, keys: hits.map(({ post_key: key }) => key).join(',') };
}

// The page is found before contents are joined, so that sorting does not carry the contents of all matches.
const best = prepareQuery((db, { length, ...query }: EngineQuery & Page & { length: number }, em) =>
  db
    .selectFrom(searchEngine(em).best(query, query).as('page'))
    .innerJoin('posts', 'posts.key', 'page.post_key')
    .select([...summaryColumns, 'posts.kind'])
    .select(sql<string>`substr(posts.content, 1, ${length})`.as('content'))
    .orderBy('page.place')
    .orderBy('posts.date', 'desc')
    .orderBy('posts.key', 'desc'),
);

/** All hits up to the last page. */
const matching = prepareQuery(matchingQuery);

/** Counts them. */
const count = prepareQuery((db, query: EngineQuery & Scope, em) =>
  db.selectFrom(matchingQuery(db, query, em).as('some')).select(({ fn }) => fn.countAll<number>().as('total')),
);

function matchingQuery(db: Kysely<Tables>, query: EngineQuery & Scope, em: EntityManager) {
  return db.selectFrom(searchEngine(em).matching(query, query).as('found')).select('post_key').limit(MAX_FOUND);
}

type Row = Awaited<ReturnType<typeof best>>[number];

function toResult(row: Row, terms: readonly Term[]): SearchResult {
  return { ...toSummary(row), snippet: makeSnippet(row, terms) };
}
