import { StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const MARK = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?: \[[ xX]\])? $/;
/** What may be typed behind a mark that has it already, and the beginnings of that. */
const typedAgain = {
  bullet: { whole: /^[-*+]$/, begun: /^[-*+]?$/ },
  number: { whole: /^\d{1,9}[.)]$/, begun: /^(?:\d{1,9}[.)]?)?$/ },
  box: { whole: /^\[[ xX]\]$/, begun: /^\[(?:[ xX]\]?)?$/ },
};

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
        else if (end !== null && from >= end && isTyped(state, end, to, 'begun')) found = end;
      });
      return found;
    }
    return selection ? null : end;
  },
});

/** Whether what was typed behind an automatic mark is such a mark, or may become one. */
function isTyped(state: EditorState, end: number, to: number, part: 'whole' | 'begun'): boolean {
  const mark = state.sliceDoc(state.doc.lineAt(end).from, end);
  const kinds = [/\d/.test(mark) ? typedAgain.number : typedAgain.bullet];
  if (mark.endsWith('] ')) kinds.push(typedAgain.box);
  const typed = state.sliceDoc(end, to);
  return kinds.some((kind) => kind[part].test(typed));
}

/** A mark of a list that is typed behind an automatic one is not doubled. */
export const autoMarks: Extension = [
  autoMark,
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    const end = state.field(autoMark);
    if (end === null || text !== ' ' || from !== to || !isTyped(state, end, from, 'whole')) return false;
    view.dispatch({ changes: { from: end, to: from }, selection: { anchor: end }, userEvent: 'input.type' });
    return true;
  }),
];
