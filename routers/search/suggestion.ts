import { distance } from 'fastest-levenshtein';

import { fold } from '../../shared/fold.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { visibleAt } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { splitQuery } from '../data/words/chunks.ts';
import { emojiToken } from '../data/words/emoji.ts';
import { searchPosts } from './query.ts';
import { wordPattern } from '../data/words/tokens.ts';

/** The newest posts whose titles, tags and categories are known words. */
const MAX_POSTS = 2000;
/** Words with fewer characters are near to too many others. */
const SHORTEST = 4;

/**
 * Another query for one that finds nothing: every word that no title, tag or category has becomes the nearest word that
 * one has. It has no quotation marks, and nothing that the query excludes.
 *
 * @returns undefined if there is none that finds something
 */
export async function suggestionFor(ctx: CallContext, query: string): Promise<string | undefined> {
  const wanted = splitQuery(query).flatMap(({ text, isExcluded }) => (isExcluded ? [] : wordsIn(text)));
  if (wanted.length === 0) return undefined;
  const known = await knownWords(ctx);
  const words = wanted.map((word) => nearest(fold(word), known));
  if (words.includes(undefined)) return undefined;
  const suggestion = words.join(' ');
  const { total } = await searchPosts(ctx, { q: suggestion, page: 1, pageSize: 1 });
  return total > 0 ? suggestion : undefined;
}

/** Words in lower case with the number of posts that have them, by their folded form. */
type Known = Map<string, { word: string; posts: number }>;

async function knownWords(ctx: CallContext): Promise<Known> {
  const known: Known = new Map();
  for (const { title, tags, category } of await newest(ctx.em, { now: timestamp(ctx.clock) })) {
    const words = wordsIn(`${title} ${category} ${tags}`).map((word) => word.toLowerCase());
    for (const word of new Set(words)) {
      const folded = fold(word);
      const entry = known.get(folded) ?? { word, posts: 0 };
      entry.posts += 1;
      known.set(folded, entry);
    }
  }
  return known;
}

const newest = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(['posts.title', 'posts.tags', 'posts.category'])
    .where(visibleAt(now))
    .orderBy('posts.date', 'desc')
    .limit(MAX_POSTS),
);

function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(wordPattern), ([word]) => word).filter((word) => emojiToken(word) === undefined);
}

/** The nearest known word, among equally near ones that of the most posts. A quarter of the characters may differ. */
function nearest(folded: string, known: Known): string | undefined {
  const same = known.get(folded);
  if (same) return same.word;
  if (folded.length < SHORTEST) return undefined;
  let best = { far: Math.ceil(folded.length / 4) + 1, posts: 0, word: undefined as string | undefined };
  for (const [other, { word, posts }] of known) {
    if (Math.abs(other.length - folded.length) > best.far) continue;
    const far = distance(folded, other);
    if (far < best.far || (far === best.far && best.word !== undefined && posts > best.posts))
      best = { far, posts, word };
  }
  return best.word;
}
