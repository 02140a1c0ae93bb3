import { isBareUrl } from '../../../../shared/bare-url.ts';
import { nodeText, walk, type Root } from '../../../html/hast.ts';

/** Marks links whose text is their URL, which print styles would print twice. */
export function markBareLinks(tree: Root): void {
  walk(tree, (link) => {
    const { href } = link.properties;
    if (link.tagName !== 'a' || typeof href !== 'string') return;
    if (link.children.every(({ type }) => type === 'text') && isBareUrl(nodeText(link), href)) {
      link.properties['className'] = ['bare'];
    }
  });
}
