import type { EditorView } from '@codemirror/view';
import { memo, type RefObject } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { useDescribe } from '../uploads/use-describe.ts';
import type { EditorDocument } from './document.ts';
import { describeInText, textOwner } from './text-uploads.ts';
import './editor-uploads.css';

interface WritingUploadsProps {
  document: EditorDocument;
  /** Whether the post has a password, which its files do not have. */
  isSecret: boolean;
  view: RefObject<EditorView | null>;
}

/** The uploads into the text, and the alternative texts that they lack. */
export const WritingUploads = memo(function WritingUploads({ document, isSecret, view }: WritingUploadsProps) {
  const { uploads: t } = useTranslations();
  const describe = useDescribe();
  return (
    <div className="editor-uploads">
      <UploadList
        owner={textOwner(document)}
        note={isSecret ? t.protectedHelp : undefined}
        describe={(media, alt) => {
          describe(media, alt);
          describeInText(document, media, alt);
        }}
        emptied={() => view.current?.focus()}
      />
    </div>
  );
});
