import { useEffect } from 'react';

/** Whether a dialog has the focus. */
const hasKeyboard = () => document.activeElement?.closest('[role=dialog]') != null;

/**
 * Captures keys typed before the input of a dialog has the focus. The input appears a moment after the dialog opens;
 * without this, the first letters would be lost, go into the text below, or trigger its shortcuts.
 *
 * @param isOpen whether the dialog is opening or open
 * @param edit changes what is typed
 */
export function useEarlyKeys(isOpen: () => boolean, edit: (change: (typed: string) => string) => void): void {
  useEffect(() => {
    function take(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      if (ctrlKey || metaKey || altKey || isComposing || !isOpen() || hasKeyboard()) return;
      if ([...key].length === 1) edit((typed) => typed + key);
      else if (key === 'Backspace') edit((typed) => [...typed].slice(0, -1).join(''));
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // Runs before the shortcuts of the screens.
    addEventListener('keydown', take, { capture: true });
    return () => removeEventListener('keydown', take, { capture: true });
  }, [isOpen, edit]);
}
