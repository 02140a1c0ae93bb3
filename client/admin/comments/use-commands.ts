import { useEffect, useRef, type RefObject } from 'react';

import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import type { Act, Desk } from './desk.ts';
import { decideOnEvery, removeEvery } from './every.ts';
import type { QueueItem } from './cache.ts';
import { remove } from './remove.ts';
import { rowId } from './row-id.ts';
import type { CommentsSearch } from './search.ts';
import { useKeys } from './use-keys.ts';

interface Options {
  search: CommentsSearch;
  items: readonly QueueItem[];
  desk: Desk;
  act: Act;
  /** Scrolls to a row. */
  scrollToRow: RefObject<(index: number) => void>;
  showKeys: () => void;
}

/** The commands and shortcuts for the selected comments or, if none is selected, the focused one. */
export function useCommands({ search, items, desk, act, scrollToRow, showKeys }: Options) {
  const at = items.findIndex(({ id }) => id === desk.current);
  const focusRow = useRowFocus({ items, desk, act, scrollToRow }, at);
  const current = items[at];
  const withChosen = (command: (ids: string[]) => void, forEvery: (count: number) => void) => () => {
    if (desk.every !== null) {
      forEvery(desk.every);
      return act({ to: 'select', ids: [] });
    }
    const selected = items.filter(({ id }) => desk.selected.has(id)).map(({ id }) => id);
    command(selected.length > 0 || !current ? selected : [current.id]);
    if (selected.length > 0) act({ to: 'select', ids: [] });
  };
  const decideOn = (decision: Decision) =>
    withChosen(
      (ids) => decide(ids, decision),
      (count) => void decideOnEvery(search, count, decision),
    );
  const withCurrent = (command: (id: string) => void) => () => current && command(current.id);
  const commands = {
    approve: decideOn('approved'),
    hold: decideOn('pending'),
    spam: decideOn('spam'),
    remove: withChosen(remove, (count) => removeEvery(search, count)),
  };
  useKeys({
    j: () => focusRow(Math.min(at + 1, items.length - 1)),
    k: () => focusRow(Math.max(at - 1, 0)),
    a: commands.approve,
    h: commands.hold,
    s: commands.spam,
    d: commands.remove,
    r: withCurrent((id) => act({ to: 'write', id, what: 'reply' })),
    e: withCurrent((id) => act({ to: 'write', id, what: 'edit' })),
    o: withCurrent((id) => act({ to: 'toggle-thread', id })),
    x: withCurrent((id) => act({ to: 'toggle', id })),
    '?': showKeys,
  });
  return commands;
}

/** Moves the focus between rows, and to an adjacent row when the focused one disappears. */
function useRowFocus({ items, desk, act, scrollToRow }: Omit<Options, 'showKeys' | 'search'>, at: number) {
  const target = useRef<string | null>(null);
  const lastAt = useRef(0);
  function focusRow(index: number): void {
    const item = items[index];
    if (!item) return;
    scrollToRow.current(index);
    target.current = item.id;
    act({ to: 'focus', id: item.id });
    applyFocus(target);
  }
  // A row outside the window is mounted only after rendering.
  useEffect(() => applyFocus(target));
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
    if (at >= 0 || desk.current === null) return;
    const next = Math.min(lastAt.current, items.length - 1);
    if (document.activeElement !== document.body) act({ to: 'focus', id: items[next]?.id ?? null });
    else if (items[next]) focusRow(next);
    else document.getElementById('main')?.focus();
  });
  return focusRow;
}

function applyFocus(target: RefObject<string | null>): void {
  const row = target.current === null ? null : document.getElementById(rowId(target.current));
  if (!row) return;
  target.current = null;
  row.focus({ preventScroll: true });
}
