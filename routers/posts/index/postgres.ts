import { sql, type RawBuilder } from 'kysely';

import { isPublicKey } from '../visible.ts';
import { rankPosts, scopes, type EngineQuery, type SearchEngine } from './engine.ts';
import { isMarked, partMark, makeVector } from './postgres-vector.ts';
import type { Term } from '../../data/words/terms.ts';

/**
 * Full-text search with a tsvector column and a GIN index. Words of title, tags and excerpt are in it once more with a
 * mark, because the index knows no weights. A vector cannot hold all positions of the words of a long post, so the row of
 * such a post has its words as a text too.
 */
export const postgresSearch: SearchEngine = {
  write(key, words) {
    const { vector, text } = makeVector(words);
    return {
      sql: `insert into post_fts (post_key, words, long_text) values ($1, cast($2 as tsvector), $3)
        on conflict (post_key) do update set words = excluded.words, long_text = excluded.long_text`,
      parameters: [key, vector, text],
    };
  },
  clear: () => [],

  queryOf(terms) {
    const { wanted, excluded } = terms;
    const phrases = wanted.filter(isPhrase);
    const excludedPhrases = excluded.filter(isPhrase);
    const others = excluded.filter((term) => !isPhrase(term)).map(exactly);
    const without = (hits: string, more: string[]) =>
      [hits, ...[...more, ...others].map((words) => `!(${words})`)].join(' & ');
    const inScope = (scope: number, isWhole: boolean) =>
      `(${wanted.map((term) => inParts(term, scope, isWhole)).join(' & ')})`;
    const matching = without(inScope(scopes.length - 1, false), []);
    return {
      matching,
      ranks: rankPosts(terms, inScope, without),
      phrases: phrases.map(exactly),
      phraseTexts: phrases.map(patternOf),
      excludedWords: excludedPhrases.map((term) => `${matching} & ${somewhere(term, false)}`),
      excludedPhrases: excludedPhrases.map(exactly),
      excludedTexts: excludedPhrases.map(patternOf),
    };
  },

  matching: (query, { now, withPages }) =>
    sql`(select post_key from post_fts
      where ${matches(query.matching)} and ${fits(query)} and ${isPublicKey('postgres', 'post_fts.post_key', now, withPages)})`,

  // The groups are evaluated in order, until the page is full. Unless all hits are known, phrases are looked up in the newest
  // posts only, because each takes a vector out of its storage; "offset 0" keeps the planner from doing so before it sorts.
  best(query, { now, withPages, candidates, limit, offset, keys }) {
    const found =
      keys === undefined
        ? sql`select post_key from (
            select post_key, words, long_text from post_fts
            where words @@ groups.query and ${isPublicKey('postgres', 'post_fts.post_key', now, withPages)}
            order by post_key desc offset 0
          ) as newest
          where ${fits(query)} limit ${candidates}`
        : sql`select post_key from post_fts
          where post_key = any(cast('{' || ${keys} || '}' as integer[])) and words @@ groups.query`;
    const groups = query.ranks.map((words, place) => sql`(${sql.lit(place)}, cast(${words} as tsquery))`);
    return sql`(
      select hits.post_key, groups.place from (values ${sql.join(groups)}) as groups (place, query)
      cross join lateral (
        select found.post_key, posts.date from (${found}) as found
        inner join posts on posts.key = found.post_key
        order by posts.date desc, found.post_key desc
      ) as hits
      limit ${limit} offset ${offset}
    )`;
  },
};

function matches(words: unknown) {
  return sql<boolean>`words @@ cast(${words} as tsquery)`;
}

/** The conditions of phrases. */
function fits({ phrases, phraseTexts, ...query }: EngineQuery): RawBuilder<boolean> {
  const has = (words: unknown, text: unknown) =>
    sql<boolean>`(${matches(words)} or coalesce(long_text like ${text}, false))`;
  const { excludedWords, excludedPhrases, excludedTexts } = query;
  const conditions = [
    ...phrases.map((words, at) => has(words, phraseTexts[at])),
    ...excludedPhrases.map(
      (words, at) => sql<boolean>`post_key not in (
        select post_key from post_fts where ${matches(excludedWords[at])} and ${has(words, excludedTexts[at])}
      )`,
    ),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

function isPhrase({ tokens, former }: Term): boolean {
  return tokens.length > 1 || (former?.length ?? 0) > 1;
}

/** A term in one of the parts of a scope. Whether the words of a phrase follow each other in a whole post is left open. */
function inParts(term: Term, scope: number, isWhole: boolean): string {
  if (scope === scopes.length - 1) return somewhere(term, isWhole);
  const parts = scopes[scope]!.filter(isMarked);
  return `(${parts.map((part) => anyForm(term, isWhole, ' <-> ', partMark(part))).join(' | ')})`;
}

/** All words of a term, in any order. */
function somewhere(term: Term, isWhole: boolean): string {
  return anyForm(term, isWhole, ' & ');
}

/** The words of a term, one after the other. */
function exactly(term: Term): string {
  return anyForm(term, false, ' <-> ');
}

/** Needs no escaping: words consist of letters, marks, digits and emoji. */
function anyForm({ tokens, former, prefix }: Term, isWhole: boolean, operator: string, mark = ''): string {
  const begins = prefix === 'character' || (prefix === 'word' && !isWhole);
  const lexemesOf = (words: readonly string[]) =>
    words.map((word, at) => `'${mark}${word}'${begins && at === words.length - 1 ? ':*' : ''}`);
  const forms = [tokens, former].flatMap((words) => (words ? [`(${lexemesOf(words).join(operator)})`] : []));
  return `(${forms.join(' | ')})`;
}

/** The pattern for `long_text`. */
function patternOf({ tokens, prefix }: Term): string {
  return `% ${tokens.join(' ')}${prefix === undefined ? ' ' : ''}%`;
}
