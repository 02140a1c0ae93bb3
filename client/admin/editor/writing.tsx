import { Textarea } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { useLayoutEffect, useRef } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { CodeEditor } from './code/code-editor.tsx';
import { Toolbar } from './code/toolbar.tsx';
import type { EditorDocument } from './document.ts';
import type { Fields } from './fields.ts';

/** Title and text. */
export function Writing({ document, fields }: { document: EditorDocument; fields: Fields }) {
  const { fields: labels } = useTranslations();
  const view = useRef<EditorView | null>(null);
  const title = useRef<HTMLTextAreaElement>(null);
  // A new post begins with its title, and goes on there when its first save brought it to another screen.
  useLayoutEffect(() => {
    const { id, done } = document.state();
    if (document.place !== 'title' || (id !== null && done === null)) return;
    title.current?.focus();
    title.current?.setSelectionRange(-1, -1);
  }, [document]);
  return (
    <div className="editor-writing">
      <Toolbar view={view} />
      <div className="editor-paper">
        <Textarea
          classNames={{ input: 'editor-title' }}
          variant="unstyled"
          autosize
          aria-label={labels.title}
          placeholder={labels.title}
          value={fields.title}
          maxLength={postFields.title.max}
          dir="auto"
          ref={title}
          onFocus={() => (document.place = 'title')}
          onChange={({ currentTarget }) => document.change({ title: currentTarget.value.replaceAll('\n', ' ') })}
          onKeyDown={(event) => {
            // A title is one line; the text comes next.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            view.current?.focus();
          }}
        />
        <CodeEditor document={document} content={fields.content} view={view} />
      </div>
    </div>
  );
}
