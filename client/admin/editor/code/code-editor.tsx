import { EditorView } from '@codemirror/view';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { EditorDocument } from '../document.ts';
import { keepLineEndings, withLineFeeds } from '../../device/unsaved/line-endings.ts';
import { focusMode, showFocusMode } from '../live/focus-mode.ts';
import { lookChoice } from '../live/look-choice.ts';
import { showLook } from '../live/look.ts';
import { loadSiteLook } from '../live/look/site-look.ts';
import '../live/look/text.css';
import '../live/look/quotes.css';
import '../live/look/lists.css';
import '../live/look/blocks.css';
import '../live/look/pictures.css';
import '../live/look/tools.css';
import '../live/look/search.css';
import '../live/look/focus-mode.css';
import { pasteFormatted } from '../paste-formatted.ts';
import { uploadToText } from '../text-uploads.ts';
import { codeState } from './code-state.ts';
import { difference } from '../markdown/difference.ts';
import type { FormattedText } from '../markdown/pasting.ts';

interface CodeEditorProps {
  document: EditorDocument;
  content: string;
  /** Receives the view for the toolbar. */
  view: RefObject<EditorView | null>;
}

/** The text of the post as Markdown. */
export function CodeEditor({ document, content, view }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const { editor, fields } = useTranslations();
  const { writeHere: hint, search: phrases } = editor;
  const { content: label } = fields;
  const look = lookChoice.use();
  const isFocused = focusMode.use() === 'on';
  const language = useQuery(trpc.settings.site.queryOptions()).data?.language;

  useLayoutEffect(() => {
    const changed = (text: string) =>
      document.change({ content: keepLineEndings(document.state().fields.content, text) });
    const take = {
      files: (files: File[], at: number) => uploadToText(document, files, at),
      formatted: (copied: FormattedText, range: { from: number; to: number }) =>
        void pasteFormatted(document, copied, range),
    };
    const text = document.state().fields.content;
    const state =
      document.code ?? codeState({ text, label, hint, phrases, changed, take, requests: () => document.requests });
    const made = new EditorView({ state, ...(place.current && { parent: place.current }) });
    if (document.code && document.place === 'text') made.focus();
    document.code = null;
    view.current = made;
    document.view = made;
    return () => {
      document.code = made.state;
      made.destroy();
      view.current = null;
      document.view = null;
    };
    // Every screen has its own document; its texts keep the language it was opened with.
  }, [document]);

  // The text changed outside of the editor: by a restored version or a resolved conflict.
  useEffect(() => {
    const { state } = view.current ?? {};
    const text = withLineFeeds(content);
    if (!state || state.doc.toString() === text) return;
    view.current?.dispatch({ changes: difference(state.doc.toString(), text) });
  }, [content, view]);

  useEffect(() => {
    if (view.current) showLook(view.current, look);
    if (look === 'live') void loadSiteLook();
  }, [document, look, view]);
  useEffect(() => {
    if (view.current) showFocusMode(view.current, isFocused);
  }, [document, isFocused, view]);
  // The fonts of the site depend on its language.
  useEffect(() => {
    if (view.current && language !== undefined) view.current.dom.lang = language;
  }, [document, language, view]);

  return <div className="editor-code" ref={place} onFocus={() => (document.place = 'text')} />;
}
