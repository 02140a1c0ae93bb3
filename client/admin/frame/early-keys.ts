import { useEffect } from 'react';

import { paletteStore } from './palette-store.ts';

/**
 * Takes what is typed before the field of the palette has the keyboard: it comes a moment after its shortcut, and the
 * first letters would be lost, or do what they do on the screen below.
 */
export function useEarlyKeys(add: (letter: string) => void): void {
  useEffect(() => {
    function take(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;
      if (!isLetter || !paletteStore.getState().opened || hasKeyboard()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      add(key);
    }
    // Before the shortcuts of the screens.
    addEventListener('keydown', take, { capture: true });
    return () => removeEventListener('keydown', take, { capture: true });
  }, [add]);
}

function hasKeyboard(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null;
}
