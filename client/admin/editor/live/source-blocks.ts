import { syntaxTree } from '@codemirror/language';
import { StateEffect, StateField, type EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';

const toggleEffect = StateEffect.define<number>();

/** Where the blocks begin that show their Markdown, whether the cursor is there or not. */
export const sourceBlocks = StateField.define<readonly number[]>({
  create: () => [],
  update(starts, { changes, effects, state }) {
    let now = changes.empty ? starts : starts.map((at) => changes.mapPos(at, -1));
    for (const effect of effects) {
      if (!effect.is(toggleEffect)) continue;
      const { from, to } = findBlock(state, effect.value);
      const others = now.filter((at) => at < from || at > to);
      now = others.length < now.length ? others : [...now, from];
    }
    return now;
  },
});

/** Shows the Markdown of the block with the cursor, or hides it again. */
export const toggleBlockSource: Command = (view) => {
  view.dispatch({ effects: toggleEffect.of(view.state.selection.main.head) });
  return true;
};

/** The outermost block at a position: a paragraph, a list, a table and so on. */
export function findBlock(state: EditorState, at: number): { from: number; to: number; name: string } {
  const top = syntaxTree(state).topNode;
  const node = top.childAfter(at);
  const before = top.childBefore(at + 1);
  const found = [node, before].find((one) => one && one.from <= at && at <= one.to);
  if (found) return { from: state.doc.lineAt(found.from).from, to: found.to, name: found.name };
  const { from, to } = state.doc.lineAt(at);
  return { from, to, name: 'Blank' };
}
