import { EditorSelection, type EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

import { asParagraph } from './paragraph.ts';

/** Inserts an empty table, with the name of its first column selected. */
export function insertTable(column: string): Command {
  return (view) => {
    const names = [1, 2].map((number) => `${column} ${number}`);
    const cells = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
    const blank = names.map((name) => ' '.repeat(name.length));
    const rule = names.map((name) => '-'.repeat(name.length));
    const table = [cells(names), cells(rule), cells(blank), cells(blank)].join('\n');
    const range = endOfLine(view.state);
    const insert = asParagraph(view.state.doc, range, table);
    const anchor = range.from + insert.indexOf(table) + 2;
    return apply(view, range, insert, EditorSelection.range(anchor, anchor + names[0]!.length));
  };
}

/**
 * Inserts a block, with the cursor in it.
 *
 * @param before its Markdown before the cursor, and behind it
 */
export function insertBlock(before: string, after = ''): Command {
  return (view) => {
    const range = endOfLine(view.state);
    const insert = asParagraph(view.state.doc, range, before + after);
    const anchor = range.from + insert.indexOf(before + after) + before.length;
    return apply(view, range, insert, EditorSelection.range(anchor, anchor));
  };
}

/** Inserts the mark of a footnote, and its text at the end, where the cursor is then. */
export function insertFootnote(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const numbers = [...doc.toString().matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  const mark = `[^${Math.max(0, ...numbers) + 1}]`;
  const at = selection.main.to;
  const hasOthers = /(?:^|\n)\[\^[^\]\n]+\]:[^\n]*\n*$/.test(doc.toString());
  const end = doc.length - (/(?<!\n)\n*$/.exec(doc.toString())?.[0].length ?? 0);
  const from = Math.max(at, end);
  const text = `${hasOthers ? '\n' : '\n\n'}${mark}: `;
  view.dispatch({
    changes: [
      { from: at, insert: mark },
      { from, to: doc.length, insert: text },
    ],
    selection: { anchor: from + mark.length + text.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
  return true;
}

/** Makes the selected words a link, or inserts one with its own words. */
export function insertLink(view: EditorView, url: string, words: string): void {
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  const insert = `[${chosen === '' ? words : chosen}](${url})`;
  apply(view, { from, to }, insert, EditorSelection.cursor(from + insert.length));
}

/** Behind the line with the cursor, if it has text. */
function endOfLine({ doc, selection }: EditorState): { from: number; to: number } {
  const { from, to, text } = doc.lineAt(selection.main.head);
  return { from: text.trim() === '' ? from : to, to };
}

function apply(
  view: EditorView,
  range: { from: number; to: number },
  insert: string,
  selection: ReturnType<typeof EditorSelection.range>,
): boolean {
  view.dispatch({ changes: { ...range, insert }, selection, userEvent: 'input', scrollIntoView: true });
  view.focus();
  return true;
}
