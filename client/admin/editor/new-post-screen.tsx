import { useState } from 'react';

import { openDocument } from './document.ts';
import { Editor } from './editor.tsx';
import { takeOver } from './open-documents.ts';

/** A post that nobody has saved yet; it may begin with what was left of another. */
export function NewPostScreen() {
  const [document] = useState(() => takeOver(null) ?? openDocument());
  return <Editor document={document} address={null} />;
}
