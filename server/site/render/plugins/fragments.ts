import { anchorFinder } from '../../../../shared/anchors.ts';
import { idPrefix } from '../../../../shared/allowed-html.ts';
import { walk, type Root } from '../../../html/hast.ts';

/** Resolves links to fragments within the text. A link without a target becomes text. */
export function resolveFragments(tree: Root): void {
  const ids: string[] = [];
  walk(tree, ({ properties: { id } }) => {
    if (typeof id === 'string') ids.push(id);
  });
  const find = anchorFinder(ids);
  walk(tree, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string' || !href.startsWith(`#${idPrefix}`)) return;
    const found = find(href.slice(1));
    if (found === undefined) delete properties['href'];
    else properties['href'] = `#${found}`;
  });
}
