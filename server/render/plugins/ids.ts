import { claimer, type ClaimId } from '../../../client/site/scripts/claims.ts';
import { idPrefix } from '../allow-list.ts';
import { walk, type Root } from '../hast.ts';

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
