import { Decoration } from '@codemirror/view';

import { NoteNumber } from '../widgets/note-number.ts';
import { normalLabel } from '../../../../../shared/labels.ts';
import { markDecoration } from './inline.ts';
import type { Draw } from './part.ts';

/** Marks and texts of footnotes. */
export const noteParts: Record<string, Draw> = {
  FootnoteReference({ from, to }, { state, survey, add, isShown }) {
    const number = survey.notes.get(normalLabel(state.sliceDoc(from + 2, to - 1)));
    if (number === undefined) return;
    if (isShown(from, to)) add(from, to, markDecoration('sign'));
    else add(from, to, Decoration.replace({ widget: new NoteNumber(`${number}`, true) }));
  },
  FootnoteDefinition({ from, to }, { lines, line }) {
    for (const at of lines(from, to)) line(at, 'live-note');
  },
  FootnoteMark({ from, to }, { state, survey, add, isShown }) {
    const number = survey.notes.get(normalLabel(state.sliceDoc(from + 2, to - 2)));
    if (isShown(from, to) || number === undefined) add(from, to, markDecoration('sign'));
    else add(from, to, Decoration.replace({ widget: new NoteNumber(`${number}.`, false) }));
  },
};
