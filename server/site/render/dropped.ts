import type { Options } from 'rehype-sanitize';

import { walk, type Root } from '../../html/hast.ts';
import type { Gone } from './rendered.ts';

/** The maximum number of names. */
const MAX_NAMES = 50;

/** What is not shown, and the place where it stands (`placeAt`). */
export interface GonePart {
  name: string;
  place: number;
}

/** How often each element or attribute stands at each place, by its name. */
type Counts = Map<string, Map<number, number>>;

/** More than any column that counts. */
const COLUMNS = 2 ** 20;

/** A place in a text as a number by which places are sorted. @param column from 1 */
export function placeAt(line: number, column: number): number {
  return line * COLUMNS + Math.min(column, COLUMNS - 1);
}

/**
 * Names what the sanitiser removed from a text, such as `<p style>`, each once.
 *
 * @param before what `countParts` gave before
 */
export function removedParts(before: Counts, after: Counts): GonePart[] {
  const isGone = (name: string, at: number) => (before.get(name)?.get(at) ?? 0) > (after.get(name)?.get(at) ?? 0);
  return [...before].flatMap(([name, places]) => {
    const [element = '', attribute] = name.split(' ');
    const gone = [...places.keys()].filter(
      (at) => isGone(name, at) && (attribute === undefined || !isGone(element, at)),
    );
    const place = gone.reduce((first, at) => Math.min(first, at), Infinity);
    return gone.length > 0 ? [{ name: `<${name}>`, place }] : [];
  });
}

/** Each name once, with its first line, in the order of the text. */
export function inOrder(parts: readonly GonePart[]): Gone[] {
  const lines = new Map<string, number>();
  for (const { name, place } of parts.toSorted((a, b) => a.place - b.place)) {
    if (!lines.has(name)) lines.set(name, Math.floor(place / COLUMNS));
  }
  return [...lines].slice(0, MAX_NAMES).map(([name, line]) => ({ name, line }));
}

/** Counts the elements of a tree, and the attributes of those that the allow-list knows. */
export function countParts(tree: Root, { tagNames = [] }: Options): Counts {
  const counts: Counts = new Map();
  const add = (name: string, at: number, by = 1) => {
    const places = counts.get(name) ?? new Map<number, number>();
    places.set(at, (places.get(at) ?? 0) + by);
    counts.set(name, places);
  };
  const known = new Set(tagNames);
  walk(tree, ({ tagName, properties, position }) => {
    const at = placeAt(position?.start.line ?? 1, position?.start.column ?? 1);
    add(tagName, at);
    if (!known.has(tagName)) return;
    for (const [name, value] of Object.entries(properties)) {
      if (value === null || value === undefined) continue;
      // `math-display` is of the parser of formulas.
      const size = Array.isArray(value) ? value.filter((one) => !String(one).startsWith('math-')).length : 1;
      if (size > 0) add(`${tagName} ${written(name)}`, at, size);
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
