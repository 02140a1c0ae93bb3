import { EditorView } from '@codemirror/view';

import { currentTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import type { Place } from './checks.ts';

/** Space above a place in the text that was jumped to, in pixels. */
const MARGIN = 60;
/** How many frames the screen may take to show the place. */
const MOST_FRAMES = 60;

/** Puts the focus where a warning is mended, as soon as the screen shows it. */
export function goToPlace(editor: EditorDocument, place: Place): void {
  attempt(MOST_FRAMES);

  function attempt(left: number): void {
    if (!focusPlace(editor, place) && left > 0) requestAnimationFrame(() => attempt(left - 1));
  }
}

/** @returns false if it is not shown yet */
function focusPlace(editor: EditorDocument, place: Place): boolean {
  // A dialog that is closing gives the focus back first.
  if (document.querySelector('[role=dialog][data-publishing]')) return false;
  if (place.in === 'text') return select(editor.view, place.from, place.to);
  const { fields } = currentTranslations();
  const field =
    place.in === 'title' ? document.querySelector<HTMLElement>('.editor-title') : fieldNamed(fields[place.name]);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
  return field !== null && document.activeElement === field;
}

function select(view: EditorView | null, from: number, to: number): boolean {
  if (!view) return false;
  const end = view.state.doc.length;
  const anchor = Math.min(from, end);
  view.dispatch({
    selection: { anchor, head: Math.min(to, end) },
    effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: MARGIN }),
  });
  view.focus();
  return true;
}

function fieldNamed(name: string): HTMLElement | null {
  const labels = [...document.querySelectorAll('label')];
  return labels.find(({ textContent }) => textContent.trim() === name)?.control as HTMLElement | null;
}
