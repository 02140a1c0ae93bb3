import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { gotoLine, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, keymap, placeholder, type KeyBinding } from '@codemirror/view';

import { formats, type Format } from '../markdown/commands.ts';
import { heldRanges } from '../markdown/held-ranges.ts';
import { autoMarks } from '../live/auto-marks.ts';
import { finding } from '../live/bars/search-panel.ts';
import { pictureRequests } from '../markdown/picture-requests.ts';
import { currentFocusMode, toggleFocusMode } from '../live/focus-mode.ts';
import { currentLook } from '../live/look.ts';
import { toggleLook } from '../live/look-choice.ts';
import { markdownBase } from '../markdown/markdown-style.ts';
import { handlePaste } from '../markdown/pasting.ts';
import { placeholders } from '../markdown/placeholders.ts';
import { replacing } from '../markdown/replacing.ts';
import { slashMenu } from './slash-menu.ts';
import type { ToolRequests } from '../markdown/tools.ts';

interface Options {
  text: string;
  label: string;
  hint: string;
  /** Translations of the phrases of CodeMirror. */
  phrases: Record<string, string>;
  changed: (text: string) => void;
  /** Receives pasted and dropped files, and formatted text. */
  take: Parameters<typeof handlePaste>[0];
  /** The requests that the screen handles now; null without a screen. */
  requests: () => ToolRequests | null;
}

/** The editor state of a text. */
export function codeState({ text, label, hint, phrases, changed, take, requests }: Options): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      writing,
      handlePaste(take),
      slashMenu(requests),
      pictureRequests.of(requests),
      autoMarks,
      markdownBase(label),
      currentLook(),
      currentFocusMode(),
      EditorState.phrases.of(phrases),
      placeholder(hint),
      listen(changed),
    ],
  });
}

const shortcuts: Record<string, Format> = {
  'Mod-b': 'bold',
  'Mod-i': 'italic',
  'Mod-k': 'link',
  'Mod-Alt-2': 'heading2',
  'Mod-Alt-3': 'heading3',
  'Mod-Alt-4': 'heading4',
};

const keys: KeyBinding[] = [
  ...Object.entries(shortcuts).map(([key, format]) => ({
    key,
    run: formats[format],
    preventDefault: true,
    // Outside of the editor the same key opens the command palette.
    stopPropagation: true,
  })),
  {
    key: 'Mod-Alt-m',
    run: () => {
      toggleLook();
      return true;
    },
    preventDefault: true,
  },
  {
    key: 'Mod-Alt-f',
    run: () => {
      toggleFocusMode();
      return true;
    },
    preventDefault: true,
  },
  // Publishing is handled outside of the code editor.
  { key: 'Mod-Enter', run: () => true },
];

/** Without the dialog that asks for a line: the live view has no line numbers, and CodeMirror's dialog is English. */
const searchKeys = searchKeymap.filter(({ run }) => run !== gotoLine);

const writing: Extension = [
  history(),
  Prec.highest(keymap.of(keys)),
  finding,
  keymap.of([...defaultKeymap, ...searchKeys, ...historyKeymap]),
  replacing,
  placeholders,
  heldRanges,
  dropCursor(),
];

function listen(changed: (text: string) => void): Extension {
  return EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) changed(state.doc.toString());
  });
}
