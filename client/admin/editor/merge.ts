import { diff } from '@codemirror/merge';
import { diff3Merge } from 'node-diff3';

import type { Fields } from '../device/unsaved/fields.ts';

/** The most words of an overlap that is compared word by word. */
const MAX_WORDS = 4000;

/** Both sides of a merge; they differ only where both changed the same place. */
export interface Merged {
  mine: Fields;
  theirs: Fields;
}

/**
 * Combines the changes of two sides: those of the text by lines, and within overlapping lines by words; those of the
 * other fields each as a whole.
 *
 * @param base the version on which both sides are based
 */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields): Merged {
  const merged = { mine: { ...theirs }, theirs: { ...theirs } } as Record<'mine' | 'theirs', Record<string, unknown>>;
  for (const name of Object.keys(theirs) as (keyof Fields)[]) {
    if (name !== 'content' && name !== 'slug' && !isSame(mine[name], base[name])) {
      merged.mine[name] = mine[name];
      if (isSame(theirs[name], base[name])) merged.theirs[name] = mine[name];
    }
  }
  const text = mergeTexts(base.content, mine.content, theirs.content);
  merged.mine['content'] = text.mine;
  merged.theirs['content'] = text.theirs;
  return merged as unknown as Merged;
}

/** Combines two texts that are based on the same one. */
export function mergeTexts(base: string, mine: string, theirs: string): { mine: string; theirs: string } {
  return join(linesOf(base), linesOf(mine), linesOf(theirs), (...overlap) => {
    const words = overlap.map((lines) => splitWords(lines.join('')));
    const [ours, old, yours] = words as [string[], string[], string[]];
    if (words.some(({ length }) => length > MAX_WORDS)) return { mine: ours.join(''), theirs: yours.join('') };
    return join(old, ours, yours, (a, _, b) => ({ mine: a.join(''), theirs: b.join('') }));
  });
}

/** A replacement in a text, by positions in the text before. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** The edits that turn one text into another. */
export function editsBetween(before: string, after: string): Edit[] {
  return diff(before, after).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: after.slice(fromB, toB),
  }));
}

type Resolve = (mine: string[], base: string[], theirs: string[]) => { mine: string; theirs: string };

function join(base: string[], mine: string[], theirs: string[], resolve: Resolve): { mine: string; theirs: string } {
  const both = { mine: '', theirs: '' };
  for (const { ok, conflict } of diff3Merge(mine, base, theirs)) {
    const same = ok?.join('') ?? '';
    const part = conflict ? resolve(conflict.a, conflict.o, conflict.b) : { mine: same, theirs: same };
    both.mine += part.mine;
    both.theirs += part.theirs;
  }
  return both;
}

// Separators belong to the piece before: as pieces of their own they make the comparison 200 times slower.

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function splitWords(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
