import { createStore } from '../ui/store.ts';

/** How long what was done can be undone, in milliseconds. */
const UNDO_TIME = 10_000;

/** What was done to comments; the words say it in every language. */
export type Deed =
  | 'approved'
  | 'held'
  | 'deleted'
  | 'pinned'
  | 'unpinned'
  | 'featured'
  | 'unfeatured'
  | 'edited'
  | 'replied'
  | 'undone';

/** Something that was done. */
export interface Done {
  deed: Deed;
  /** To how many comments. */
  count: number;
  /** How many replies go with those that were deleted. */
  replies?: number | 'unknown';
  undo?: () => void;
  /** Makes it final once it cannot be undone any more; `leaving` says that the page goes away at once. */
  settle?: (leaving: boolean) => void;
}

/** What was done in the last ten seconds, the oldest first. */
export const recent = createStore<readonly Done[]>([]);

/** Says that something was done, and offers to undo it. */
export function say(done: Done): void {
  recent.set([...recent.get(), done]);
  setTimeout(() => drop(done)?.settle?.(false), UNDO_TIME);
}

/** The last thing that can be undone, whatever was done after it. */
export function undoable(done: readonly Done[]): Done | undefined {
  return done.findLast(({ undo }) => undo);
}

/** Undoes the last thing that can be undone. */
export function undoLast(): void {
  const last = undoable(recent.get());
  if (!last) return;
  drop(last);
  last.undo?.();
  say({ deed: 'undone', count: last.count });
}

/** Takes something back that was said, since the service refused it. */
export function drop(done: Done): Done | undefined {
  if (!recent.get().includes(done)) return undefined;
  recent.set(recent.get().filter((one) => one !== done));
  return done;
}

/** Makes everything final at once. */
export function settleAll(leaving: boolean): void {
  const all = recent.get();
  recent.set([]);
  all.forEach(({ settle }) => settle?.(leaving));
}

// Whatever waits is sent when the page goes; what a crash stops was never deleted.
window.addEventListener('pagehide', () => settleAll(true));
