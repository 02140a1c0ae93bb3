import { useEffect } from 'react';

import type { EditorDocument } from './document.ts';
import { perform } from './tasks.ts';

interface Commands {
  publish: () => void;
  togglePreview: () => void;
}

/** Mod-S saves, Mod-Enter opens the publish panel, Mod-Shift-P shows or hides the preview, wherever the cursor is. */
export function useShortcuts(document: EditorDocument, { publish, togglePreview }: Commands): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (altKey || !(ctrlKey || metaKey)) return;
      // Dialogs have priority.
      if (target instanceof Element && target.closest('[role=dialog][aria-modal=true]')) return;
      const pressed = key.toLowerCase();
      if (pressed === 's' && !shiftKey) void perform(document, 'save');
      else if (key === 'Enter' && !shiftKey) publish();
      else if (pressed === 'p' && shiftKey) togglePreview();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [document, publish, togglePreview]);
}
