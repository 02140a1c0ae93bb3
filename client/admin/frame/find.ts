/**
 * Whether a text holds every word that was typed, in whatever order, case and with or without accents.
 *
 * @param typed nothing at all is in every text
 */
export function holdsWords(text: string, typed: string): boolean {
  const folded = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Those whose title holds what was typed come before those that hold it elsewhere, each in the order they had. */
export function titlesFirst<P extends { title: string }>(posts: readonly P[], typed: string): P[] {
  const rank = ({ title }: P) => (holdsWords(title, typed) ? 0 : 1);
  return posts.toSorted((one, other) => rank(one) - rank(other));
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
