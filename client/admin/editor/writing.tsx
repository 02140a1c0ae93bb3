import { Textarea } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { useDisclosure } from '@mantine/hooks';
import { useLayoutEffect, useRef, type ClipboardEvent } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { Picker } from '../media/picker.tsx';
import { chooseFiles } from '../uploads/choose-files.ts';
import { transferredFiles } from '../uploads/transferred-files.ts';
import { useDrop } from '../uploads/use-drop.ts';
import { CodeEditor } from './code/code-editor.tsx';
import { Toolbar } from './code/toolbar.tsx';
import type { EditorDocument } from './document.ts';
import type { Fields } from './fields.ts';
import { insertMedia, uploadToText } from './text-uploads.ts';
import { WritingUploads } from './writing-uploads.tsx';

/** Title and text. */
export function Writing({ document, fields }: { document: EditorDocument; fields: Fields }) {
  const { fields: labels } = useTranslations();
  const view = useRef<EditorView | null>(null);
  const title = useRef<HTMLTextAreaElement>(null);
  // A new post starts with the focus in its title, which also keeps it when the first save opens another screen.
  useLayoutEffect(() => {
    const { id, done } = document.state();
    if (document.place !== 'title' || (id !== null && done === null)) return;
    title.current?.focus();
    title.current?.setSelectionRange(-1, -1);
  }, [document]);
  const [isPicking, picking] = useDisclosure();
  const drop = useDrop((files, { clientX: x, clientY: y }) =>
    uploadToText(document, files, view.current?.posAtCoords({ x, y }, false)),
  );

  /** Files that are pasted into the title belong to the text, which takes its own by itself. */
  function paste(event: ClipboardEvent): void {
    const files = event.defaultPrevented ? [] : transferredFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    uploadToText(document, files);
  }

  async function upload(): Promise<void> {
    const files = await chooseFiles();
    if (files.length > 0) uploadToText(document, files);
    view.current?.focus();
  }

  return (
    <div className="editor-writing">
      <Toolbar view={view} upload={() => void upload()} pick={picking.open} />
      <div className="editor-paper drop-place" onPaste={paste} {...drop}>
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
      <WritingUploads document={document} view={view} />
      <Picker
        isOpen={isPicking}
        close={picking.close}
        picked={(media) => {
          insertMedia(document, media);
          picking.close();
        }}
      />
    </div>
  );
}
