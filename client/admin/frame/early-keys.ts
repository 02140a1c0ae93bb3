import { useEffect } from 'react';

import { paletteStore } from './palette-store.ts';

/**
 * Captures keys typed before the palette's input has the focus. The input appears a moment after the shortcut; without
 * this, the first letters would be lost, or trigger shortcuts of the screen below.
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
    // Runs before the shortcuts of the screens.
    addEventListener('keydown', take, { capture: true });
    return () => removeEventListener('keydown', take, { capture: true });
  }, [add]);
}

function hasKeyboard(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null;
}
