import { useEffect, useRef, type RefObject } from 'react';

import { decide } from './decide.ts';
import type { Act, Desk } from './desk.ts';
import type { QueueItem } from './queue-pages.ts';
import { remove } from './remove.ts';
import { rowId } from './row-id.ts';
import { undoLast } from './undo.ts';
import { useKeys } from './use-keys.ts';

interface Hands {
  items: readonly QueueItem[];
  desk: Desk;
  act: Act;
  /** Brings a row into the window. */
  bring: RefObject<(index: number) => void>;
  showKeys: () => void;
}

/** What can be done to the comments in hand: the selected ones, else the one that has the keyboard. By keys as well. */
export function useCommands({ items, desk, act, bring, showKeys }: Hands) {
  const at = items.findIndex(({ id }) => id === desk.current);
  const stand = useStanding({ items, desk, act, bring }, at);
  const current = items[at];
  const withChosen = (command: (ids: string[]) => void) => () => {
    const selected = items.filter(({ id }) => desk.selected.has(id)).map(({ id }) => id);
    command(selected.length > 0 || !current ? selected : [current.id]);
    if (selected.length > 0) act({ to: 'select', ids: [] });
  };
  const withCurrent = (command: (id: string) => void) => () => current && command(current.id);
  const commands = {
    approve: withChosen((ids) => decide(ids, 'approved')),
    hold: withChosen((ids) => decide(ids, 'pending')),
    remove: withChosen(remove),
  };
  useKeys({
    j: () => stand(Math.min(at + 1, items.length - 1)),
    k: () => stand(Math.max(at - 1, 0)),
    a: commands.approve,
    h: commands.hold,
    d: commands.remove,
    r: withCurrent((id) => act({ to: 'write', id, what: 'reply' })),
    e: withCurrent((id) => act({ to: 'write', id, what: 'edit' })),
    o: withCurrent((id) => act({ to: 'toggle-thread', id })),
    x: withCurrent((id) => act({ to: 'toggle', id })),
    z: undoLast,
    '?': showKeys,
  });
  return commands;
}

/** Gives the keyboard to a row, and to its neighbour when the row goes. */
function useStanding({ items, desk, act, bring }: Omit<Hands, 'showKeys'>, at: number) {
  const wanted = useRef<string | null>(null);
  const lastAt = useRef(0);
  function stand(index: number): void {
    const item = items[index];
    if (!item) return;
    bring.current(index);
    wanted.current = item.id;
    act({ to: 'stand', id: item.id });
    giveFocus(wanted);
  }
  // A row that was out of the window is in the page only after drawing.
  useEffect(() => giveFocus(wanted));
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
    if (at >= 0 || desk.current === null) return;
    const next = Math.min(lastAt.current, items.length - 1);
    if (document.activeElement !== document.body) act({ to: 'stand', id: items[next]?.id ?? null });
    else if (items[next]) stand(next);
    else document.getElementById('main')?.focus();
  });
  return stand;
}

function giveFocus(wanted: RefObject<string | null>): void {
  const row = wanted.current === null ? null : document.getElementById(rowId(wanted.current));
  if (!row) return;
  wanted.current = null;
  row.focus({ preventScroll: true });
}
