import type { KeyboardEvent, PointerEvent } from 'react';

/** The index of the day under the pointer. */
export function dayAtPointer({ currentTarget, clientX }: PointerEvent, days: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(days - 1, Math.max(0, Math.floor(((clientX - left) / width) * days)));
}

/**
 * The index of the day that a key selects; null to clear the selection.
 *
 * @returns undefined for other keys
 */
export function dayForKey({ key }: KeyboardEvent, at: number, last: number): number | null | undefined {
  const steps: Record<string, number | null> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
    Escape: null,
  };
  const next = steps[key];
  return typeof next === 'number' ? Math.min(last, Math.max(0, next)) : next;
}
