import { StateEffect, StateField, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';

/** What was put off may be drawn now. */
const settleEffect = StateEffect.define();

/** Until when the browser has read the end of a composition. */
const AFTER_COMPOSITION_MS = 20;

const handlers = EditorView.domEventHandlers({
  compositionend(_event, view) {
    setTimeout(() => settle(view), AFTER_COMPOSITION_MS);
  },
  mousedown(_event, view) {
    pointing.add(view);
    // Anywhere: a selection may end outside of the text.
    for (const end of ['mouseup', 'dragend'])
      window.addEventListener(end, () => setTimeout(() => settle(view)), { once: true });
  },
});

/** Whether something was put off; a step of the parser, for example, comes in between. */
const unsettled = StateField.define<boolean>({
  create: () => false,
  update: (was, transaction) =>
    !isSettling(transaction) &&
    (was || transaction.isUserEvent('input.type.compose') || transaction.isUserEvent('select.pointer')),
});

/**
 * Draws what was put off: decorations stay as they are while an input method composes, because a changed node would end
 * the composition, and while the pointer selects, because text would move away under it.
 */
export const settling: Extension = [unsettled, handlers];

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
  return transaction.state.field(unsettled, false) ?? false;
}

/** Whether a transaction draws what was put off. */
export function isSettling({ effects }: Transaction): boolean {
  return effects.some((effect) => effect.is(settleEffect));
}
