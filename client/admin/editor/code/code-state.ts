import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder, type KeyBinding } from '@codemirror/view';

import { formats, type Format } from './commands.ts';
import { markdownLook } from './look.ts';
import { pasting } from './pasting.ts';
import { replacing } from './replacing.ts';

interface Options {
  text: string;
  label: string;
  hint: string;
  /** The words of the search, by CodeMirror's own. */
  phrases: Record<string, string>;
  changed: (text: string) => void;
}

/** The text of a post, ready to be written. */
export function codeState({ text, label, hint, phrases, changed }: Options): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [writing, markdownLook(label), EditorState.phrases.of(phrases), placeholder(hint), listen(changed)],
  });
}

const shortcuts: Record<string, Format> = { 'Mod-b': 'bold', 'Mod-i': 'italic', 'Mod-k': 'link' };

const keys: KeyBinding[] = [
  ...Object.entries(shortcuts).map(([key, format]) => ({
    key,
    run: formats[format],
    preventDefault: true,
    // Elsewhere the same key opens the palette.
    stopPropagation: true,
  })),
  // Publishes, which is not for the code editor to do.
  { key: 'Mod-Enter', run: () => true },
];

const writing: Extension = [
  history(),
  Prec.highest(keymap.of(keys)),
  // The browser finds only what it has drawn, which of a long text is a part.
  search({ top: true }),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
  pasting,
  replacing,
];

function listen(changed: (text: string) => void): Extension {
  return EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) changed(state.doc.toString());
  });
}
