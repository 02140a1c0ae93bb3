import type { KeyboardEvent, PointerEvent } from 'react';

/** The place of the day that is under the pointer. */
export function dayUnder({ currentTarget, clientX }: PointerEvent, days: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(days - 1, Math.max(0, Math.floor(((clientX - left) / width) * days)));
}

/**
 * The place of the day to which a key leads; null for none.
 *
 * @returns undefined when the key leads nowhere
 */
export function dayAfter({ key }: KeyboardEvent, at: number, last: number): number | null | undefined {
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
