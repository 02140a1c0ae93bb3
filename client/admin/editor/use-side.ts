import { useCallback, useState } from 'react';

/** The panel beside the text. */
export type SidePart = 'fields' | 'preview';

const KEY = 'octavo-editor-side';

/** The panel beside the text; wide screens remember the choice on this device. */
export function useSide(isWide: boolean): { side: SidePart | null; toggle: (part: SidePart) => void } {
  const [side, setSide] = useState(() => (isWide ? remembered() : null));
  const toggle = useCallback(
    (part: SidePart) => {
      const next = side === part ? null : part;
      setSide(next);
      if (isWide) remember(next);
    },
    [side, isWide],
  );
  return { side, toggle };
}

function remember(part: SidePart | null): void {
  try {
    localStorage.setItem(KEY, part ?? '');
  } catch {
    // localStorage is full; the choice is not remembered.
  }
}

function remembered(): SidePart | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'fields' || kept === 'preview' ? kept : null;
}
