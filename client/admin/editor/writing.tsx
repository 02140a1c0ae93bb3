import type { EditorView } from '@codemirror/view';
import { useDisclosure } from '@mantine/hooks';
import { useLayoutEffect, useRef, type ClipboardEvent } from 'react';

import { escapeMarkdown } from '../uploads/markdown.ts';
import { Picker } from '../media/picker.tsx';
import { chooseFiles } from '../uploads/choose-files.ts';
import { transferredFiles } from '../uploads/transferred-files.ts';
import { useDrop } from '../uploads/use-drop.ts';
import { AddCover } from './add-cover.tsx';
import { CodeEditor } from './code/code-editor.tsx';
import { insertLink } from './markdown/insert.ts';
import { Toolbar } from './code/toolbar.tsx';
import type { EditorDocument } from './document.ts';
import type { Fields } from '../device/unsaved/fields.ts';
import { insertMedia, uploadToText } from './text-uploads.ts';
import { LinkPost } from './link-post.tsx';
import { isSecret } from './keep-on-device.ts';
import { usePictureRequests } from './use-picture-requests.tsx';
import { Title } from './title.tsx';
import { WritingUploads } from './writing-uploads.tsx';

interface WritingProps {
  document: EditorDocument;
  fields: Fields;
  showFields: () => void;
}

/** Title and text. */
export function Writing({ document, fields, showFields }: WritingProps) {
  const view = useRef<EditorView | null>(null);
  const [isPicking, picking] = useDisclosure();
  const [isLinking, linking] = useDisclosure();
  const pictures = usePictureRequests(document);
  useLayoutEffect(() => {
    document.requests = {
      upload: () => void upload(),
      pick: picking.open,
      linkPost: linking.open,
      ...pictures.requests,
    };
    return () => {
      document.requests = null;
    };
  });
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
      <Toolbar document={document} />
      <div className="editor-paper drop-place" onPaste={paste} {...drop}>
        {fields.cover === '' && <AddCover document={document} showFields={showFields} />}
        <Title document={document} title={fields.title} />
        <CodeEditor document={document} content={fields.content} view={view} />
      </div>
      <WritingUploads document={document} isSecret={isSecret(document)} view={view} />
      <Picker
        isOpen={isPicking}
        close={picking.close}
        picked={(media) => {
          insertMedia(document, media);
          picking.close();
        }}
      />
      {pictures.dialogs}
      {isLinking && (
        <LinkPost
          close={linking.close}
          picked={({ path, title: words }) => {
            linking.close();
            if (view.current) insertLink(view.current, path, escapeMarkdown(words));
          }}
        />
      )}
    </div>
  );
}
