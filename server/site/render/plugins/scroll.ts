import { element, isBlank, replace, type Element, type Root } from '../../../html/hast.ts';

/** Makes wide elements scrollable, also by keyboard unless they are inside a link. */
export function makeScrollable(tree: Root): void {
  replace(tree, (found, { inLink }) => {
    const { tagName, properties } = found;
    const focus: Element['properties'] = inLink ? {} : { tabIndex: 0 };
    if (tagName === 'pre' && !found.children.every(isBlank)) Object.assign(properties, focus);
    const isWide = tagName === 'table' || (tagName === 'math' && properties['display'] === 'block');
    return isWide ? element('div', { className: ['scroll'], ...focus }, [found]) : undefined;
  });
}
