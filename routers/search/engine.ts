import type { RawBuilder } from 'kysely';

import type { Term } from './tokens.ts';

/** The words of a post, field by field. */
export interface PostWords {
  title: string[];
  tags: string[];
  excerpt: string[];
  content: string[];
}

/** A statement in the engine's own dialect. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Search terms in the query syntax of the engine, as values for its statements. */
export interface EngineQuery {
  /** All terms in the title; in title and tags; in these and the excerpt; anywhere. */
  title: string;
  tags: string;
  excerpt: string;
  content: string;
  /** Any of the terms, as whole words and with prefixes, if the engine ranks by them. */
  whole?: string;
  prefixed?: string;
}

/** A post that has all terms. */
export interface Hit {
  post_key: number;
  /** 0: all terms are in the title; 1: in title and tags; 2: in these and the excerpt; 3: anywhere. */
  tier: number;
  /** The rank within a tier; lower is better. */
  score: number;
}

/** The posts that a search may find. */
export interface Scope {
  /** The time at which posts must be visible, ISO 8601 in UTC. */
  now: string;
  /** Whether pages are found too. Absent instead of false, because it decides the form of the statement. */
  withPages: true | undefined;
}

/** A page of the hits. */
export interface Page extends Scope {
  /** Only this many of the newest hits are ranked, so that frequent words are as fast as rare ones. */
  candidates: number;
  limit: number;
  offset: number;
}

/** The full-text search of a database engine. */
export interface SearchEngine {
  /** Adds the words of a post that has none. */
  write(key: number, words: PostWords): Statement;
  /** Removes the words of a post, in the transaction that writes others. */
  clear(key: number): Statement[];
  /** @param terms at least one */
  queryOf(terms: readonly Term[]): EngineQuery;
  /** The keys of all visible posts that match, as a subquery. */
  matching(engineQuery: EngineQuery, scope: Scope): RawBuilder<Pick<Hit, 'post_key'>>;
  /** A page of the visible posts that match, by tier, score, and the newest first, as a subquery. */
  best(engineQuery: EngineQuery, page: Page): RawBuilder<Hit>;
}
