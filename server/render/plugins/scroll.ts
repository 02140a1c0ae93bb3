import { element, isBlank, replace, type Element, type Root } from '../hast.ts';

/** What may be wider than the page scrolls by itself; by keyboard too, where nothing around it has the focus. */
export function makeScrollable(tree: Root): void {
  replace(tree, (found, { inLink }) => {
    const { tagName, properties } = found;
    const focus: Element['properties'] = inLink ? {} : { tabIndex: 0 };
    if (tagName === 'pre' && !found.children.every(isBlank)) Object.assign(properties, focus);
    const isWide = tagName === 'table' || (tagName === 'math' && properties['display'] === 'block');
    return isWide ? element('div', { className: ['scroll'], ...focus }, [found]) : undefined;
  });
}
