import { sql } from 'kysely';

import { hiddenAt } from '../posts/visible.ts';
import type { PostWords, SearchEngine } from './engine.ts';
import type { Term } from './tokens.ts';

/** Full-text search with a tsvector column and a GIN index. */
export const postgresSearch: SearchEngine = {
  write: (key, words) => ({
    sql: `insert into post_fts (post_key, words) values ($1, cast($2 as tsvector))
      on conflict (post_key) do update set words = excluded.words`,
    parameters: [key, vectorOf(words)],
  }),
  clear: () => [],

  queryOf(terms) {
    const within = (weights: string) => terms.map((term) => lexeme(term, weights)).join(' & ');
    // Ranked by any of the words: with "&", ts_rank adds up every pair of positions, so that only the length counts.
    const any = (terms: readonly Term[]) => terms.map((term) => lexeme(term)).join(' | ');
    return {
      title: within('A'),
      tags: within('AB'),
      excerpt: within('ABC'),
      content: within(''),
      whole: any(terms.map(({ text }) => ({ text, prefix: false }))),
      prefixed: any(terms),
    };
  },

  matching: ({ content }, { now, withPages }) =>
    sql`(select post_key from post_fts where ${matches(content)} and post_key not in ${hiddenAt(now, withPages)})`,

  best({ title, tags, excerpt, content, whole, prefixed }, { now, withPages, candidates, limit, offset }) {
    // Whole words first, because every word that begins with "a" adds to the rank of "a".
    const rank = (words: unknown) => sql`ts_rank('{0.1, 0.3, 0.6, 1}', words, cast(${words} as tsquery), 1)`;
    return sql`(
      select post_key,
        case when ${matches(title)} then 0 when ${matches(tags)} then 1 when ${matches(excerpt)} then 2 else 3 end as tier,
        -100 * ${rank(whole)} - ${rank(prefixed)} as score
      from (
        select post_key, words from post_fts
        where ${matches(content)} and post_key not in ${hiddenAt(now, withPages)}
        order by post_key desc limit ${candidates}
      ) as newest
      order by tier, score, post_key desc limit ${limit} offset ${offset}
    )`;
  },
};

function matches(words: unknown) {
  return sql<boolean>`words @@ cast(${words} as tsquery)`;
}

/** Needs no escaping: words consist of letters, marks and digits. */
function lexeme({ text, prefix }: Term, weights = ''): string {
  return `'${text}':${prefix ? '*' : ''}${weights}`;
}

/** The highest position in a tsvector; later words get this one. */
const MAX_POSITION = 16_383;
/** Positions stored for a word: ts_rank weights the tenth a hundredth of the first. */
const MAX_POSITIONS = 16;
/** The maximum size of a tsvector; PostgreSQL allows 1,048,575 bytes. */
const MAX_BYTES = 1_000_000;
/** Bytes that positions take. */
const FIRST_POSITION_BYTES = 5;
const NEXT_POSITION_BYTES = 2;

/**
 * The text form of a tsvector, with the weights A to D for title, tags, excerpt and content. Words beyond its maximum
 * size are omitted.
 */
function vectorOf(words: PostWords): string {
  const lexemes = new Map<string, string[]>();
  let remaining = MAX_BYTES;
  for (const { word, weight, position } of positioned(words)) {
    const positions = lexemes.get(word) ?? [];
    const bytes = positions.length === 0 ? Buffer.byteLength(word) + FIRST_POSITION_BYTES : NEXT_POSITION_BYTES;
    const isRedundant = positions.length > 0 && (positions.length === MAX_POSITIONS || position > MAX_POSITION);
    if (isRedundant || bytes > remaining) continue;
    remaining -= bytes;
    positions.push(`${Math.min(position, MAX_POSITION)}${weight}`);
    lexemes.set(word, positions);
  }
  return Array.from(lexemes, ([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
}

function* positioned({ title, tags, excerpt, content }: PostWords) {
  let position = 0;
  for (const [weight, words] of Object.entries({ A: title, B: tags, C: excerpt, D: content })) {
    for (const word of words) yield { word, weight, position: ++position };
  }
}
