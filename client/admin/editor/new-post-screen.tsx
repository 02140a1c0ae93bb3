import { useState } from 'react';

import { emptyServerState, openDocument } from './document.ts';
import { Editor } from './editor.tsx';
import { takeOver } from './open-documents.ts';

/** The editor of a new post, which may start with the text of a deleted one. */
export function NewPostScreen() {
  const [document] = useState(() => takeOver(null) ?? openDocument());
  return <Editor document={document} address={null} />;
}

/** The editor of a new page. */
export function NewPageScreen() {
  const [document] = useState(() => openDocument(emptyServerState('page')));
  return <Editor document={document} address={null} />;
}
