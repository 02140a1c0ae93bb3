import type { Options } from 'rehype-sanitize';

import { walk, type Root } from './hast.ts';

/** The maximum number of names. */
const MAX_NAMES = 50;

/** The number of each element or attribute by its name. */
type Counts = Map<string, number>;

/**
 * Names what the sanitiser removed from a text, such as `<iframe>` or `<p style>`, each once.
 *
 * @param before what `countParts` gave before
 */
export function droppedParts(before: Counts, after: Counts): string[] {
  const names = [...before].filter(([name, count]) => count > (after.get(name) ?? 0));
  return names.slice(0, MAX_NAMES).map(([name]) => `<${name}>`);
}

/** Counts the elements of a tree, and the attributes of those that the allow-list knows. */
export function countParts(tree: Root, { tagNames = [], strip = [] }: Options): Counts {
  const counts: Counts = new Map();
  const add = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
  const hidden = new Set<unknown>();
  const [known, stripped] = [new Set(tagNames), new Set(strip)];
  walk(tree, (element, { parent }) => {
    const { tagName, properties } = element;
    const isHidden = hidden.has(parent);
    if (!isHidden) add(tagName);
    if (isHidden || stripped.has(tagName)) hidden.add(element);
    if (isHidden || !known.has(tagName)) return;
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === undefined) continue;
      // `math-display` is of the parser of formulas.
      const size = Array.isArray(value) ? value.filter((one) => !String(one).startsWith('math-')).length : 1;
      if (size > 0) add(`${tagName} ${written(name)}`, size);
    }
  });
  return counts;
}

/** The name of an attribute as HTML has it: `onclick`, `data-x`. */
function written(name: string): string {
  if (name === 'className') return 'class';
  return /^(?:data|aria)[A-Z]/.test(name)
    ? name.replace(/[A-Z]/g, (letter, at: number) =>
        name.startsWith('aria') && at > 4 ? letter.toLowerCase() : `-${letter.toLowerCase()}`,
      )
    : name.toLowerCase();
}
