import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import { withLineFeeds } from '../fields.ts';
import { codeState } from './code-state.ts';
import { difference } from './difference.ts';

interface CodeEditorProps {
  document: EditorDocument;
  content: string;
  /** Where the toolbar finds it. */
  view: RefObject<EditorView | null>;
}

/** The text of the post as Markdown. */
export function CodeEditor({ document, content, view }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const { editor, fields } = useTranslations();
  const { writeHere: hint, search: phrases } = editor;
  const { content: label } = fields;

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

  // A version was restored, somebody else's taken, or two put together.
  useEffect(() => {
    const { state } = view.current ?? {};
    const text = withLineFeeds(content);
    if (!state || state.doc.toString() === text) return;
    view.current?.dispatch({ changes: difference(state.doc.toString(), text) });
  }, [content, view]);

  return <div className="editor-code" ref={place} onFocus={() => (document.place = 'text')} />;
}
