import { Compartment, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import { sourceColours } from '../markdown/markdown-style.ts';
import { liveView } from './live-view.ts';
import { lookChoice, type Look } from './look-choice.ts';

const compartment = new Compartment();
const looks: Record<Look, Extension> = { live: liveView, source: sourceColours };

/** The look that is chosen now; `showLook` changes it. */
export function currentLook(): Extension {
  return compartment.of(looks[lookChoice.get()]);
}

/** Shows a text in a look; its selection and its history stay. */
export function showLook(view: EditorView, look: Look): void {
  if (compartment.get(view.state) === looks[look]) return;
  view.dispatch({ effects: compartment.reconfigure(looks[look]) });
}
