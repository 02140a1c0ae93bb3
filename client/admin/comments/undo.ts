import { UNDO_TIMEOUT_MS } from '../deletions/pending.ts';
import { createStore } from '../ui/store.ts';
import { undoByKey } from '../ui/undo-key.ts';

/** A kind of action; translations describe it. */
export type ActionKind =
  | 'approved'
  | 'held'
  | 'spam'
  | 'deleted'
  | 'pinned'
  | 'unpinned'
  | 'featured'
  | 'unfeatured'
  | 'edited'
  | 'replied'
  | 'undone';

/** A completed action. */
export interface Done {
  deed: ActionKind;
  /** The number of comments. */
  count: number;
  /** The number of replies deleted with them. */
  replies?: number | 'unknown';
  undo?: () => void;
  /** When it was announced, in milliseconds since 1970. */
  at?: number;
  /** Called when the screen or the page is left while it can be undone. */
  settle?: (leaving: 'screen' | 'page') => void;
}

/** The actions of the last ten seconds, the oldest first. */
export const recent = createStore<readonly Done[]>([]);

/** Announces an action and offers undo. */
export function announce(done: Done): void {
  done.at = Date.now();
  recent.set([...recent.get(), done]);
  setTimeout(() => withdrawMessage(done), UNDO_TIMEOUT_MS);
}

/** The last action that can be undone. */
export function undoable(done: readonly Done[]): Done | undefined {
  return done.findLast(({ undo }) => undo);
}

/** Undoes the last action that can be undone. */
export function undoLast(): void {
  const last = undoable(recent.get());
  if (!last) return;
  withdrawMessage(last);
  last.undo?.();
  announce({ deed: 'undone', count: last.count });
}

/** Withdraws the message of an action that failed or was undone. */
export function withdrawMessage(done: Done): Done | undefined {
  if (!recent.get().includes(done)) return undefined;
  recent.set(recent.get().filter((one) => one !== done));
  return done;
}

/** Withdraws all messages. */
export function settleAll(leaving: 'screen' | 'page'): void {
  const all = recent.get();
  recent.set([]);
  all.forEach(({ settle }) => settle?.(leaving));
}

undoByKey(() => {
  const last = undoable(recent.get());
  return last && { at: last.at ?? 0, undo: undoLast };
});
// Pending deletions are sent when the page is closed, after a crash when the app is next opened.
window.addEventListener('pagehide', () => settleAll('page'));
