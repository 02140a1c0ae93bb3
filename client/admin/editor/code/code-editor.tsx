import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { useWords } from '../../words/words.ts';
import type { EditorDocument } from '../document.ts';
import { codeState } from './code-state.ts';

interface CodeEditorProps {
  document: EditorDocument;
  content: string;
  /** Where the toolbar finds it. */
  view: RefObject<EditorView | null>;
}

/** The text of the post as Markdown. */
export function CodeEditor({ document, content, view }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const { text: label, writeHere: hint, search: phrases } = useWords().editor;

  useLayoutEffect(() => {
    const changed = (text: string) => document.change({ content: text });
    const state = document.code ?? codeState({ text: document.state().fields.content, label, hint, phrases, changed });
    const made = new EditorView({ state, ...(place.current && { parent: place.current }) });
    if (document.code && document.place === 'text') made.focus();
    document.code = null;
    view.current = made;
    return () => {
      document.code = made.state;
      made.destroy();
      view.current = null;
    };
    // The document is another one when the screen is; its words stay as they were when it was opened.
  }, [document]);

  // A version was restored, or somebody else's taken.
  useEffect(() => {
    const { state } = view.current ?? {};
    if (!state || state.doc.toString() === content) return;
    view.current?.dispatch({ changes: { from: 0, to: state.doc.length, insert: content } });
  }, [content, view]);

  return <div className="editor-code" ref={place} onFocus={() => (document.place = 'text')} />;
}
