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

/** A post that has all the words. */
export interface Hit {
  post_key: number;
  /** 0: all of them in the title; 1: with the tags; 2: with the excerpt; 3: with the content. */
  tier: number;
  /** Within a tier; the lower, the better. */
  score: number;
}

/** What a database brings to full text search. */
export interface SearchEngine {
  /** Puts a post's words in place of those that it had. */
  write(key: number, words: PostWords): Statement;
  /**
   * The posts that have all the words, hidden ones included, as a subquery.
   *
   * @param terms at least one
   */
  hits(terms: readonly Term[]): RawBuilder<Hit>;
}
