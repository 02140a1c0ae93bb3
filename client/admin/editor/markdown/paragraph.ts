import type { Text } from '@codemirror/state';

/** A text that replaces a range, with the blank lines that make it a paragraph of its own. */
export function asParagraph(doc: Text, { from, to }: { from: number; to: number }, text: string): string {
  const [before = ''] = /(?<!\n)\n*$/.exec(doc.sliceString(Math.max(0, from - 2), from)) ?? [];
  const [after = ''] = /^\n*/.exec(doc.sliceString(to, to + 2)) ?? [];
  const above = from === before.length ? '' : '\n'.repeat(2 - before.length);
  const below = to + after.length === doc.length ? '' : '\n'.repeat(2 - after.length);
  return above + text + below;
}
