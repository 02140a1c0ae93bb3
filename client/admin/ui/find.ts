import { fold } from '../../../shared/fold.ts';

/**
 * Whether a text contains all words of a query, in any order, in any spelling that counts as the same.
 *
 * @param typed an empty query matches every text
 */
export function matchesWords(text: string, typed: string): boolean {
  const folded = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Sorts posts whose title matches before the others; otherwise the order is kept. */
export function titlesFirst<P extends { title: string }>(posts: readonly P[], typed: string): P[] {
  const rank = ({ title }: P) => (matchesWords(title, typed) ? 0 : 1);
  return posts.toSorted((one, other) => rank(one) - rank(other));
}
