import { useState } from 'react';

/** What stands beside the text. */
export type SidePart = 'fields' | 'preview';

const KEY = 'octavo-editor-side';

/** What stands beside the text; on wide screens the choice is remembered on this device. */
export function useSide(isWide: boolean): { side: SidePart | null; toggle: (part: SidePart) => void } {
  const [side, setSide] = useState(() => (isWide ? remembered() : null));
  function toggle(part: SidePart): void {
    const next = side === part ? null : part;
    setSide(next);
    if (isWide) remember(next);
  }
  return { side, toggle };
}

function remember(part: SidePart | null): void {
  try {
    localStorage.setItem(KEY, part ?? '');
  } catch {
    // The device has no room left: then it is not remembered.
  }
}

function remembered(): SidePart | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'fields' || kept === 'preview' ? kept : null;
}
