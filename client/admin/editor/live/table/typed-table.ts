import { StateField, type EditorState } from '@codemirror/state';

import { findBlock } from '../source-blocks.ts';
import { CELL_EVENT } from './cell-event.ts';

/** Where the table begins that is typed by hand: it shows its Markdown until the cursor leaves it. Null without one. */
export const typedTable = StateField.define<number | null>({
  create: () => null,
  update(typed, transaction) {
    const { docChanged, selection, state, changes } = transaction;
    if (!docChanged && !selection) return typed;
    const { empty, head } = state.selection.main;
    if (!empty) return null;
    const here = tableAt(state, head);
    if (transaction.isUserEvent('input.type') && !transaction.isUserEvent(CELL_EVENT) && here !== null) return here;
    if (typed === null) return null;
    // The next row is typed into the line below.
    const line = state.doc.lineAt(head);
    const start = here ?? (line.text === '' ? tableAt(state, Math.max(0, line.from - 1)) : null);
    return start === changes.mapPos(typed, -1) ? start : null;
  },
});

function tableAt(state: EditorState, at: number): number | null {
  const { from, name } = findBlock(state, at);
  return name === 'Table' ? from : null;
}
