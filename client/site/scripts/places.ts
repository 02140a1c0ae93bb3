import { idPrefix } from './allowed.ts';

/**
 * Finds what links within a text mean. Every generator makes the ids of headings in a way of its own, so where there is
 * no such id the one with the same letters and digits is meant.
 *
 * @param ids of the text, with their prefix, in their order
 * @returns a function that takes what a link has behind its `#`, and gives what it is to have; undefined without a place
 */
export function placeFinder(ids: Iterable<string>): (written: string) => string | undefined {
  const known = new Set(ids);
  const byLetters = new Map<string, string>();
  for (const id of known) {
    const letters = lettersOf(id);
    if (!byLetters.has(letters)) byLetters.set(letters, id);
  }
  return (written) => {
    const wanted = decoded(written);
    // Ids may be encoded themselves, such as those of footnotes.
    if (known.has(written) || known.has(wanted)) return written;
    const found = byLetters.get(lettersOf(wanted));
    return found === undefined ? undefined : encodeURIComponent(found);
  };
}

function lettersOf(id: string): string {
  return id
    .slice(idPrefix.length)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
