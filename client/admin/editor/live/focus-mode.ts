import { Compartment, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

import { createStoredChoice } from '../../ui/store.ts';
import { findBlock } from './source-blocks.ts';

/** Whether the editors of this device dim all but the paragraph with the cursor. */
export const focusMode = createStoredChoice('octavo-editor-focus', ['off', 'on']);

const compartment = new Compartment();
const current = Decoration.line({ class: 'focus-current' });

/** Switches the focus mode of all editors on this device. */
export function toggleFocusMode(): void {
  focusMode.set(focusMode.get() === 'on' ? 'off' : 'on');
}

const dimming: Extension = [
  EditorView.editorAttributes.of({ class: 'focus-mode' }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = currentLines(view);
      }

      update({ docChanged, selectionSet, viewportChanged, view, changes }: ViewUpdate): void {
        // A changed node would end a composition.
        if (view.composing) this.decorations = this.decorations.map(changes);
        else if (docChanged || selectionSet || viewportChanged) this.decorations = currentLines(view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
];

/** The focus mode as it is chosen now; `showFocusMode` changes it. */
export function currentFocusMode(): Extension {
  return compartment.of(focusMode.get() === 'on' ? dimming : []);
}

/** Shows a text in the focus mode, or not. */
export function showFocusMode(view: EditorView, isOn: boolean): void {
  const wanted = isOn ? dimming : [];
  if ((compartment.get(view.state) === dimming) === isOn) return;
  view.dispatch({ effects: compartment.reconfigure(wanted) });
}

/** The visible lines of the block with the cursor. */
function currentLines({ state, viewport }: EditorView): DecorationSet {
  const { from, to } = findBlock(state, state.selection.main.head);
  const lines: Range<Decoration>[] = [];
  const end = Math.min(to, viewport.to);
  for (let at = Math.max(from, viewport.from); at <= end;) {
    const line = state.doc.lineAt(at);
    lines.push(current.range(line.from));
    at = line.to + 1;
  }
  return Decoration.set(lines);
}
