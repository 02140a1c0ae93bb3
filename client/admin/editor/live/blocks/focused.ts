import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const focusEffect = StateEffect.define();

/** Whether the text had the focus. Before, its cursor is at the beginning, where nobody put it. */
export const wasFocused = StateField.define<boolean>({
  create: () => false,
  update: (was, { effects }) => was || effects.some((effect) => effect.is(focusEffect)),
});

export const focusing: Extension = [
  wasFocused,
  EditorView.focusChangeEffect.of((state, isFocusing) =>
    isFocusing && !state.field(wasFocused) ? focusEffect.of(null) : null,
  ),
];
