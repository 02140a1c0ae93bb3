import { EditorState, StateField, type Extension, type Transaction, type TransactionSpec } from '@codemirror/state';

import { isSettling } from './settle.ts';
import { typedTable } from './table/typed-table.ts';
import { findBlocks, type Block, type BlockKind } from './blocks/find-blocks.ts';

/** Blocks that a line above or below them would change. That of HTML and formulas is typed line by line. */
const kinds: ReadonlySet<BlockKind> = new Set(['pictures', 'table', 'card']);

/** Where a text that is typed into a blank line gets one above or below it; null where it gets none. */
interface Gaps {
  above: number | null;
  below: number | null;
}

/** The gaps of a text that an input method composes, because a change of the text would end the composition. */
const gapsOfComposed = StateField.define<Gaps | null>({
  create: () => null,
  update(gaps, transaction) {
    if (isSettling(transaction)) return null;
    if (gaps === null) return transaction.isUserEvent('input.type.compose') ? gapsOf(transaction) : null;
    const { changes } = transaction;
    return {
      above: gaps.above === null ? null : changes.mapPos(gaps.above, -1),
      below: gaps.below === null ? null : changes.mapPos(gaps.below, 1),
    };
  },
});

/**
 * Text that is typed into the blank line above or below a block does not become a part of it: it gets blank lines around
 * it. The rows of a table that is typed by hand do.
 */
export const keepingApart: Extension = [
  gapsOfComposed,
  EditorState.transactionFilter.of((transaction) => {
    const { startState } = transaction;
    const isComposing = transaction.isUserEvent('input.type.compose');
    const gaps = isSettling(transaction) ? startState.field(gapsOfComposed) : isComposing ? null : gapsOf(transaction);
    const changes = [gaps?.above ?? null, gaps?.below ?? null].flatMap((from) =>
      from === null ? [] : [{ from, insert: '\n' }],
    );
    if (changes.length === 0) return transaction;
    return [transaction, { changes, sequential: true, userEvent: 'input.type' } satisfies TransactionSpec];
  }),
];

/** The gaps after a change, if it types or pastes text into a blank line. */
function gapsOf(transaction: Transaction): Gaps | null {
  const typed = typedIn(transaction);
  if (!typed) return null;
  const { startState } = transaction;
  const { from, to, text } = typed;
  const blocks = findBlocks(startState).filter(({ kind }) => kinds.has(kind));
  const above = blocks.find((block) => block.to === from - 1);
  const isBelow = above !== undefined && !continues(startState, above, text);
  const next = startState.doc.lineAt(Math.min(to + 1, startState.doc.length));
  const hasTextBelow = next.from > to && next.text.trim() !== '';
  const isAbove = (isBelow && hasTextBelow) || blocks.some((block) => block.from === to + 1);
  return isBelow || isAbove ? { above: isBelow ? from : null, below: isAbove ? to + text.length : null } : null;
}

/** What is typed or pasted into a blank line, and where that was; null for other changes. */
function typedIn(transaction: Transaction) {
  const { startState, changes, docChanged } = transaction;
  const isTyping = transaction.isUserEvent('input.type') || transaction.isUserEvent('input.paste');
  if (!docChanged || !isTyping) return null;
  const found: { from: number; to: number; text: string }[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    const line = startState.doc.lineAt(from);
    const isBlank = from === to && line.text.trim() === '';
    found.push({ from: line.from, to: line.to, text: isBlank ? inserted.toString() : '' });
  });
  const [typed] = found;
  return found.length === 1 && typed && /^[^\n]*\S/.test(typed.text) ? typed : null;
}

/** Whether a text is the next row of a table. */
function continues(state: EditorState, { kind, from }: Block, text: string): boolean {
  return kind === 'table' && (text.startsWith('|') || state.field(typedTable, false) === from);
}
