import type { RawBuilder } from 'kysely';

import type { Terms } from '../../data/words/terms.ts';

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
  /** All posts that match. */
  matching: string;
  /** The same in groups, the best first: each has no post of those before it. */
  ranks: string[];
  /** Conditions that `matching` and `ranks` leave open, each costly: that words follow each other, and where. */
  phrases: string[];
  phraseTexts: string[];
  excludedWords: string[];
  excludedPhrases: string[];
  excludedTexts: string[];
}

/** A post that matches. */
export interface Hit {
  post_key: number;
  /** The number of its group, from 0 on: whole words before beginnings of words, and then by the part with all words. */
  place: number;
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
  /** Only this many hits of each group, those added last, are sorted: frequent words are as fast as rare ones. */
  candidates: number;
  /** The keys of all hits, separated by commas, if they are known and few. */
  keys: string | undefined;
  limit: number;
  offset: number;
}

/** The full-text search of a database engine. */
export interface SearchEngine {
  /** Adds the words of a post that has none. */
  write(key: number, words: PostWords): Statement;
  /** Removes the words of a post, in the transaction that writes others. */
  clear(key: number): Statement[];
  /** @param terms with at least one wanted */
  queryOf(terms: Terms): EngineQuery;
  /** The keys of all visible posts that match, as a subquery. */
  matching(engineQuery: EngineQuery, scope: Scope): RawBuilder<Pick<Hit, 'post_key'>>;
  /** A page of the visible posts that match, by place, and the newest date first, as a subquery. */
  best(engineQuery: EngineQuery, page: Page): RawBuilder<Hit>;
}

/** The parts of a post in which all words must be for a place; the last one is the whole post. */
export const scopes: readonly (readonly (keyof PostWords)[])[] = [
  ['title'],
  ['title', 'tags'],
  ['title', 'tags', 'excerpt'],
  ['title', 'tags', 'excerpt', 'content'],
];

/**
 * The groups of hits: whole words in each of the scopes, then, if the last word may be a beginning, also these.
 *
 * @param inScope the expression for terms in a scope, of whole words only or of prefixes too
 * @param without the expression for hits of the first that are not hits of any other
 */
export function rankPosts(
  { wanted }: Terms,
  inScope: (scope: number, isWhole: boolean) => string,
  without: (hits: string, others: string[]) => string,
): string[] {
  const last = scopes.length - 1;
  const groups = (isWhole: boolean, others: string[]) =>
    scopes.map((_, at) => without(inScope(at, isWhole), [...others, ...(at > 0 ? [inScope(at - 1, isWhole)] : [])]));
  const whole = groups(true, []);
  const hasPrefix = wanted.some(({ prefix }) => prefix === 'word');
  return hasPrefix ? [...whole, ...groups(false, [inScope(last, true)])] : whole;
}
