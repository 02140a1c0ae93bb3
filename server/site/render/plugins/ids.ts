import { uniqueIds, type UniqueId } from '../../../../shared/unique-ids.ts';
import { idPrefix } from '../../../../shared/allowed-html.ts';
import { walk, type Root } from '../../../html/hast.ts';

/** Makes ids unique, and adds the prefix of the allow-list to internal links. */
export function normalizeIds(tree: Root): UniqueId {
  const uniqueId = uniqueIds();
  const known = new Set<string>();
  walk(tree, ({ properties }) => {
    // <a name> is the obsolete form of an id.
    const { name, href } = properties;
    if (typeof name === 'string') properties['id'] ??= idPrefix + name;
    delete properties['name'];
    const { id } = properties;
    // An empty id is only the prefix.
    if (id === idPrefix) delete properties['id'];
    else if (id !== undefined) {
      const own = uniqueId(String(id).replace(/\s+/g, '-'));
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
  return uniqueId;
}
