import type { EditorView } from '@codemirror/view';
import type { RefObject } from 'react';

import { useTranslations } from '../translations/translations.ts';
import { UploadList } from '../uploads/upload-list.tsx';
import { useDescribe } from '../uploads/use-describe.ts';
import type { EditorDocument } from './document.ts';
import { isSecret } from './keep-on-device.ts';
import { describeInText, textOwner } from './text-uploads.ts';
import './editor-uploads.css';

/** The uploads into the text, and the alternative texts that they lack. */
export function WritingUploads({ document, view }: { document: EditorDocument; view: RefObject<EditorView | null> }) {
  const { uploads: t } = useTranslations();
  const describe = useDescribe();
  return (
    <div className="editor-uploads">
      <UploadList
        owner={textOwner(document)}
        note={isSecret(document) ? t.protectedHelp : undefined}
        describe={(media, alt) => {
          describe(media, alt);
          describeInText(document, media, alt);
        }}
        emptied={() => view.current?.focus()}
      />
    </div>
  );
}
