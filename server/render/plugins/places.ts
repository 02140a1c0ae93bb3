import { idPrefix } from '../allow-list.ts';
import { walk, type Root } from '../hast.ts';

/**
 * Lets links within the text find their places. Every generator makes the ids of headings in a way of its own, so where
 * there is no such id the one with the same letters and digits is meant. A link without a place stays as its words.
 */
export function findPlaces(tree: Root): void {
  const ids = new Set<string>();
  const byLetters = new Map<string, string>();
  walk(tree, ({ properties: { id } }) => {
    if (typeof id !== 'string') return;
    ids.add(id);
    const letters = lettersOf(id);
    if (!byLetters.has(letters)) byLetters.set(letters, id);
  });
  walk(tree, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string' || !href.startsWith(`#${idPrefix}`)) return;
    const wanted = decoded(href.slice(1));
    const found = ids.has(wanted) ? wanted : byLetters.get(lettersOf(wanted));
    if (found === undefined) delete properties['href'];
    else if (found !== wanted) properties['href'] = `#${encodeURIComponent(found)}`;
  });
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
