import { useEffect, useRef } from 'react';

import { GO_TO_PAUSE } from '../ui/use-go-to.ts';
import { isTyping } from '../ui/is-typing.ts';

/**
 * Shortcuts that are ignored while typing. The key after `g` belongs to the navigation.
 *
 * @param commands by key
 */
export function useKeys(commands: Readonly<Record<string, () => void>>): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    let goTo = -Infinity;
    function onKey(event: KeyboardEvent): void {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || isTyping(event)) return;
      const isPlace = timeStamp - goTo < GO_TO_PAUSE;
      goTo = key === 'g' ? timeStamp : -Infinity;
      if (isPlace || !Object.hasOwn(latest.current, key)) return;
      event.preventDefault();
      latest.current[key]?.();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
