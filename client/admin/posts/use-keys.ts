import { useWindowEvent } from '@mantine/hooks';
import { useRef, type RefObject } from 'react';

import { isTyping } from '../ui/is-typing.ts';
import type { Selection } from './use-selection.ts';

interface Places {
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>;
  /** The search field. */
  field: RefObject<HTMLInputElement | null>;
}

/**
 * Shortcuts: j and k or the arrows move the focus, x selects, Enter opens, / searches, Escape clears the selection.
 * They apply to the focused post.
 */
export function useKeys({ list, field }: Places, { chosen, toggle, clear }: Selection): void {
  const last = useRef<string>(undefined);
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isDone = event.target === field.current ? leave(event) : !isTyping(event) && act(event);
    if (isDone) event.preventDefault();
  });

  function act({ key, shiftKey, target }: KeyboardEvent): boolean {
    const row = rowsIn(list).find((one) => one.contains(document.activeElement));
    const id = row?.dataset.post;
    if (key === 'j' || key === 'ArrowDown') return move(row, 1);
    if (key === 'k' || key === 'ArrowUp') return move(row, -1);
    if (key === '/') field.current?.focus();
    else if (key === 'Escape' && chosen.length > 0) clear();
    else if (key.toLowerCase() === 'x' && id !== undefined) toggle(id, shiftKey);
    else if (key === 'Enter' && isBox(target)) row?.querySelector('a')?.click();
    else return false;
    return true;
  }

  /** Moves the focus; if no row has it, to the row that had it last. */
  function move(row: HTMLElement | undefined, step: number): boolean {
    const rows = rowsIn(list);
    const from = row && rows.indexOf(row);
    const left = Math.max(
      rows.findIndex((one) => one.dataset.post === last.current),
      0,
    );
    return come(rows[from === undefined ? left : Math.min(Math.max(from + step, 0), rows.length - 1)]);
  }

  /** Moves the focus from the search field to the first result. */
  function leave({ key }: KeyboardEvent): boolean {
    return (key === 'Enter' || key === 'ArrowDown') && come(rowsIn(list)[0]);
  }

  function come(row: HTMLElement | undefined): boolean {
    row?.querySelector('a')?.focus();
    last.current = row?.dataset.post;
    return row !== undefined;
  }
}

function rowsIn({ current }: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(current?.querySelectorAll<HTMLElement>('[data-post]') ?? [])];
}

function isBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
