import { idPrefix } from '../allow-list.ts';
import { walk, type Root } from '../hast.ts';

/** Gives an id that no other element of the text has. */
export type ClaimId = (wanted: string) => string;

/** Makes ids unique and links within the text follow them: the allow-list gave all ids a prefix. */
export function tidyIds(tree: Root): ClaimId {
  const claim = claimer();
  const known = new Set<string>();
  walk(tree, ({ properties }) => {
    // The old way to mark a place.
    const { name, href } = properties;
    if (typeof name === 'string') properties['id'] ??= idPrefix + name;
    delete properties['name'];
    const { id } = properties;
    // An empty id is no more than the prefix.
    if (id === idPrefix) delete properties['id'];
    else if (id !== undefined) {
      const own = claim(String(id).replace(/\s+/g, '-'));
      properties['id'] = own;
      known.add(own);
    }
    if (typeof href === 'string' && href.length > 1 && href.startsWith('#')) {
      properties['href'] = `#${idPrefix}${href.slice(1)}`;
    }
  });
  walk(tree, ({ properties }) => {
    if (properties['ariaDescribedBy'] === undefined) return;
    const ids = [properties['ariaDescribedBy']].flat().filter((id) => known.has(String(id)));
    if (ids.length > 0) properties['ariaDescribedBy'] = ids.map(String);
    else delete properties['ariaDescribedBy'];
  });
  return claim;
}

/** Numbers what was there before, and remembers how far it came: thousands of equal ids take no longer than others. */
function claimer(): ClaimId {
  const counts = new Map<string, number>();
  return (wanted) => {
    let count = counts.get(wanted);
    let id = wanted;
    if (count !== undefined) {
      do id = `${wanted}-${++count}`;
      while (counts.has(id));
      counts.set(wanted, count);
    }
    counts.set(id, counts.get(id) ?? 0);
    return id;
  };
}
