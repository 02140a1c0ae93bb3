import { useState } from 'react';

import { openDocument } from './document.ts';
import { Editor } from './editor.tsx';

/** A post that nobody has saved yet. */
export function NewPostScreen() {
  const [document] = useState(() => openDocument());
  return <Editor document={document} address={null} />;
}
