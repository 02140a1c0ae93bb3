import { StateEffect, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';

/** What was put off may be drawn now. */
const settleEffect = StateEffect.define();

/** Until when the browser has read the end of a composition. */
const AFTER_COMPOSITION_MS = 20;

/**
 * Draws what was put off: decorations stay as they are while an input method composes, because a changed node would end
 * the composition, and while the pointer selects, because text would move away under it.
 */
export const settling: Extension = EditorView.domEventHandlers({
  compositionend(_event, view) {
    setTimeout(() => settle(view), AFTER_COMPOSITION_MS);
  },
  mousedown(_event, view) {
    pointing.add(view);
    // Anywhere: a selection may end outside of the text.
    window.addEventListener('mouseup', () => setTimeout(() => settle(view)), { once: true });
  },
});

const pointing = new WeakSet<EditorView>();

function settle(view: EditorView): void {
  pointing.delete(view);
  if (view.dom.isConnected) view.dispatch({ effects: settleEffect.of(null) });
}

/** Whether decorations have to stay as they are. */
export function isUnsettled({ view, transactions }: ViewUpdate): boolean {
  return !transactions.some(isSettling) && (view.composing || pointing.has(view));
}

/** The same for state fields, which know no view. */
export function leavesUnsettled(transaction: Transaction): boolean {
  return transaction.isUserEvent('input.type.compose') || transaction.isUserEvent('select.pointer');
}

/** Whether a transaction draws what was put off. */
export function isSettling({ effects }: Transaction): boolean {
  return effects.some((effect) => effect.is(settleEffect));
}
