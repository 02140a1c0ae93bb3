/** The state of the screen: the selected comments, the open thread and form, and the focused row. */
export interface Desk {
  current: string | null;
  /** The comment whose thread is open. */
  open: string | null;
  writing: { id: string; what: 'reply' | 'edit' } | null;
  selected: ReadonlySet<string>;
  /** The number of matches of the filter if all are selected, including those that are not loaded; otherwise null. */
  every: number | null;
}

export type Move =
  | { to: 'focus'; id: string | null }
  | { to: 'toggle-thread' | 'open-thread' | 'toggle'; id: string }
  | { to: 'write'; id: string; what: 'reply' | 'edit' }
  | { to: 'stop-writing' }
  | { to: 'select'; ids: readonly string[] }
  | { to: 'select-every'; count: number };

export type Act = (move: Move) => void;

export const emptyDesk: Desk = { current: null, open: null, writing: null, selected: new Set(), every: null };

/** The reducer of the state, for useReducer. */
export function moveSelection(desk: Desk, move: Move): Desk {
  switch (move.to) {
    case 'focus':
      return desk.current === move.id ? desk : { ...desk, current: move.id };
    case 'toggle-thread':
      return { ...desk, open: desk.open === move.id ? null : move.id };
    case 'open-thread':
      return { ...desk, open: move.id };
    case 'write':
      return { ...desk, writing: { id: move.id, what: move.what }, current: move.id };
    case 'stop-writing':
      return { ...desk, writing: null };
    case 'toggle':
      return { ...desk, selected: toggled(desk.selected, move.id), every: null };
    case 'select-every':
      return { ...desk, every: move.count };
    default:
      return { ...desk, selected: new Set(move.ids), every: null };
  }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
