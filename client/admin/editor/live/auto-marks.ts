import { StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?: \[[ xX]\])? $/;
const TYPED = /^(?:[-*+]|\d{1,9}[.)])$/;

/** Where the mark of a list ends that Enter has just begun; null after anything else was typed behind it. */
const autoMark = StateField.define<number | null>({
  create: () => null,
  update(end, { changes, docChanged, state, selection }) {
    if (docChanged) {
      let found: number | null = null;
      changes.iterChanges((_from, _to, from, to, inserted) => {
        const text = inserted.toString();
        const line = state.doc.lineAt(to);
        if (text.includes('\n') && MARK.test(state.sliceDoc(line.from, to))) found = to;
        // What is typed behind it may become a mark.
        else if (end !== null && from >= end && TYPED.test(state.sliceDoc(end, to))) found = end;
      });
      return found;
    }
    return selection ? null : end;
  },
});

/** A mark of a list that is typed behind an automatic one is not doubled. */
export const autoMarks: Extension = [
  autoMark,
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    const end = state.field(autoMark);
    if (end === null || text !== ' ' || from !== to || !TYPED.test(state.sliceDoc(end, from))) return false;
    view.dispatch({ changes: { from: end, to: from }, selection: { anchor: end }, userEvent: 'input.type' });
    return true;
  }),
];
