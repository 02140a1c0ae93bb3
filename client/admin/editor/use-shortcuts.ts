import { useEffect } from 'react';

import type { EditorDocument } from './document.ts';
import { perform } from './tasks.ts';

/** Mod-S saves, Mod-Enter publishes, Mod-Shift-P shows or hides the preview, wherever the cursor is. */
export function useShortcuts(document: EditorDocument, togglePreview: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (altKey || !(ctrlKey || metaKey)) return;
      // Dialogs have priority.
      if (target instanceof Element && target.closest('[role=dialog][aria-modal=true]')) return;
      const pressed = key.toLowerCase();
      if (pressed === 's' && !shiftKey) void perform(document, 'save');
      else if (key === 'Enter' && !shiftKey) void perform(document, 'publish');
      else if (pressed === 'p' && shiftKey) togglePreview();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [document, togglePreview]);
}
