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

/** Words to look for in the engine's own notation, as values for its statements. */
export interface Wanted {
  /** All of them in the title; with the tags; with the excerpt; with the content. */
  title: string;
  tags: string;
  excerpt: string;
  content: string;
  /** Any of them, as whole words and as they are meant, where the engine ranks by that. */
  whole?: string;
  begun?: string;
}

/** A post that has all the words. */
export interface Hit {
  post_key: number;
  /** 0: all of them in the title; 1: with the tags; 2: with the excerpt; 3: with the content. */
  tier: number;
  /** Within a tier; the lower, the better. */
  score: number;
}

/** The part of the hits that is wanted. */
export interface Page {
  /** The moment at which posts must be visible, ISO 8601 in UTC. */
  now: string;
  /** Of so many of the newest hits the best ones are taken: words that half of all posts have cost no more than others. */
  among: number;
  limit: number;
  offset: number;
}

/** What a database brings to full text search. */
export interface SearchEngine {
  /** Puts a post's words in place of those that it had. */
  write(key: number, words: PostWords): Statement;
  /** @param terms at least one */
  notationOf(terms: readonly Term[]): Wanted;
  /** The keys of all visible posts that have the words, as a subquery. */
  matching(wanted: Wanted, now: string): RawBuilder<Pick<Hit, 'post_key'>>;
  /** A page of the visible posts that have the words: by tier, then by score, then the newest; as a subquery. */
  best(wanted: Wanted, page: Page): RawBuilder<Hit>;
}
