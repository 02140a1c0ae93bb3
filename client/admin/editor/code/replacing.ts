import { EditorView } from '@codemirror/view';

/**
 * Puts typed text in the place of a selection. Left to itself, Chromium carries the look of what was there over in style
 * attributes, which the Content Security Policy of the page refuses.
 */
export const replacing = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    const isReplacing = state.selection.ranges.some(({ empty }) => !empty);
    if (inputType !== 'insertText' || data === null || isComposing || view.composing || !isReplacing) return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});
