import { sql } from 'kysely';

import { hiddenAt } from '../posts/visible.ts';
import type { PostWords, SearchEngine } from './engine.ts';
import type { Term } from './tokens.ts';

/** Full text search with a tsvector column and its GIN index. */
export const postgresSearch: SearchEngine = {
  write: (key, words) => ({
    sql: `insert into post_fts (post_key, words) values ($1, cast($2 as tsvector))
      on conflict (post_key) do update set words = excluded.words`,
    parameters: [key, vectorOf(words)],
  }),

  notationOf(terms) {
    const within = (weights: string) => terms.map((term) => lexeme(term, weights)).join(' & ');
    // Ranked by any of the words: for "&", ts_rank adds up every pair of places, and length is all that counts.
    const any = (some: readonly Term[]) => some.map((term) => lexeme(term)).join(' | ');
    return {
      title: within('A'),
      tags: within('AB'),
      excerpt: within('ABC'),
      content: within(''),
      whole: any(terms.map(({ text }) => ({ text, prefix: false }))),
      begun: any(terms),
    };
  },

  matching: ({ content }, now) =>
    sql`(select post_key from post_fts where ${matches(content)} and post_key not in ${hiddenAt(now)})`,

  best({ title, tags, excerpt, content, whole, begun }, { now, among, limit, offset }) {
    // Whole words first: every word that begins with "a" adds to the rank of "a".
    const rank = (words: unknown) => sql`ts_rank('{0.1, 0.3, 0.6, 1}', words, cast(${words} as tsquery), 1)`;
    return sql`(
      select post_key,
        case when ${matches(title)} then 0 when ${matches(tags)} then 1 when ${matches(excerpt)} then 2 else 3 end as tier,
        -100 * ${rank(whole)} - ${rank(begun)} as score
      from (
        select post_key, words from post_fts where ${matches(content)} and post_key not in ${hiddenAt(now)}
        order by post_key desc limit ${among}
      ) as newest
      order by tier, score, post_key desc limit ${limit} offset ${offset}
    )`;
  },
};

function matches(words: unknown) {
  return sql<boolean>`words @@ cast(${words} as tsquery)`;
}

/** Words hold nothing but letters, marks and digits, so no quotation mark and no backslash either. */
function lexeme({ text, prefix }: Term, weights = ''): string {
  return `'${text}':${prefix ? '*' : ''}${weights}`;
}

/** PostgreSQL counts places no further; what comes later stands there. */
const LAST_PLACE = 16_383;
/** Places kept for a word: ts_rank gives the tenth place a hundredth of the first one's weight. */
const MOST_PLACES = 16;
/** Bytes of a tsvector that are used, of at most 1,048,575. */
const ROOM = 1_000_000;
/** Bytes that a word takes beside its letters. */
const FIRST_PLACE = 5;
const NEXT_PLACE = 2;

/**
 * The text form of a tsvector, with the weights A to D for title, tags, excerpt and content. When a content has more
 * different words than there is room for, its last ones are left out.
 */
function vectorOf(words: PostWords): string {
  const lexemes = new Map<string, string[]>();
  let room = ROOM;
  for (const { word, weight, place } of placed(words)) {
    const places = lexemes.get(word) ?? [];
    const bytes = places.length === 0 ? Buffer.byteLength(word) + FIRST_PLACE : NEXT_PLACE;
    const isMoreOfTheSame = places.length > 0 && (places.length === MOST_PLACES || place > LAST_PLACE);
    if (isMoreOfTheSame || bytes > room) continue;
    room -= bytes;
    places.push(`${Math.min(place, LAST_PLACE)}${weight}`);
    lexemes.set(word, places);
  }
  return Array.from(lexemes, ([word, places]) => `'${word}':${places.join(',')}`).join(' ');
}

function* placed({ title, tags, excerpt, content }: PostWords) {
  let place = 0;
  for (const [weight, words] of Object.entries({ A: title, B: tags, C: excerpt, D: content })) {
    for (const word of words) yield { word, weight, place: ++place };
  }
}
