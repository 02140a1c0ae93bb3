import { markDecoration } from './inline.ts';
import type { Draw } from './part.ts';

/** Hides `> ` in lines without the cursor. */
export const drawQuoteMark: Draw = ({ from, to }, { state, add, hide, isShown }) => {
  const line = state.doc.lineAt(from);
  const end = state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to;
  if (isShown(line.from, line.to)) add(from, to, markDecoration('sign'));
  else hide(from, end);
};
