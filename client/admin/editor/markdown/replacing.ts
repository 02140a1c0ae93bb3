import { EditorView } from '@codemirror/view';

/**
 * Replaces the selection by typed text. The default of Chromium preserves the style in style attributes, which the
 * Content Security Policy of the page blocks.
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
