import { useMemo } from 'react';

import { queryClient } from '../api/api.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { QUEUE } from '../api/query-keys.ts';
import { isTransient } from '../errors/is-transient.ts';
import { runBeforeSignOut } from '../session/before-sign-out.ts';
import { session } from '../session/session.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { undoByKey } from '../ui/undo-key.ts';
import { formatMessage } from '../translations/format-message.ts';
import { currentTranslations } from '../translations/translations.ts';
import { deleteBy, type DeletionCall } from './calls.ts';
import { claim, forget, keep, onOthers, readKept, withdraw, type Deletion, type DeletionKind } from './kept.ts';
import { pendingDeletions, UNDO_TIMEOUT_MS, type Hooks, type PendingDeletion } from './pending.ts';
import { hideToast, showToast } from './toast.tsx';

/** The delay before the next attempt, while the service cannot be reached. */
const RETRY_DELAY_MS = 15_000;

/**
 * Deletes something in ten seconds. Until then it is only hidden, and can be undone. The intention is kept on the
 * device: if the page is closed before, the app deletes it when it is next opened.
 */
export function deleteSoon(what: Omit<Deletion, 'id' | 'at' | 'sentAt'>, hooks: Hooks = {}): PendingDeletion {
  const at = Date.now();
  const deletion: Deletion = { ...what, at, id: `${at}-${Math.random().toString(36).slice(2)}` };
  const one: PendingDeletion = { ...deletion, ...hooks, state: 'waiting' };
  add(one);
  // Without a database it is deleted while the page stays open.
  void keep(deletion).then(
    () => set(one.id, { isKept: true }),
    () => undefined,
  );
  return one;
}

/** Cancels a deletion, unless it is being sent already. */
export async function undoDeletion({ id }: Pick<Deletion, 'id'>): Promise<void> {
  const one = find(id);
  if (!one || one.state === 'sending') return;
  // Sending would have removed it.
  const isFree = (await withdraw(id).catch(() => true)) || isUnkept(id);
  if (!isFree) return;
  drop(id);
  if (!one.isShownElsewhere) notifyDone(formatMessage(currentTranslations().common.notDeleted, { what: one.what }));
  one.undone?.();
}

/** Shows a deletion in a toast after its screen has stopped showing it. */
export function showDeletion({ id }: Pick<Deletion, 'id'>): void {
  const one = find(id);
  if (!one?.isShownElsewhere) return;
  set(id, { isShownElsewhere: false });
  showToast(id, undoDeletion);
}

/** The ids or names that lists of a kind do not show, because they are being deleted. */
export function useHidden(kind: DeletionKind): ReadonlySet<string> {
  const pending = pendingDeletions.use();
  return useMemo(
    () => new Set(pending.filter((one) => one.kind === kind).flatMap(({ keys }) => keys)),
    [pending, kind],
  );
}

function add(one: PendingDeletion): void {
  pendingDeletions.set([...pendingDeletions.get(), one]);
  if (!one.isShownElsewhere) showToast(one.id, undoDeletion);
  // The limit holds even if the clock was set back.
  setTimeout(() => void send(one.id), Math.min(UNDO_TIMEOUT_MS, Math.max(0, one.at + UNDO_TIMEOUT_MS - Date.now())));
}

async function send(id: string): Promise<void> {
  const one = find(id);
  if (!one || one.state === 'sending' || session.state() === 'out') return;
  set(id, { state: 'sending' });
  const mine = (await claim(id).catch(() => one)) ?? (isUnkept(id) ? one : undefined);
  // Another tab sends it or has cancelled it, and tells this tab.
  if (!mine) return;
  set(id, { isMine: true });
  let { calls } = mine;
  const isRetry = mine.sentAt !== undefined;
  try {
    if (one.send) await one.send();
    else
      for (const [at, call] of mine.calls.entries()) {
        await deleteBy(call, {
          isRetry,
          async progress(rest) {
            calls = [rest, ...mine.calls.slice(at + 1)];
            await keepRest(mine, calls, Date.now());
          },
        });
      }
  } catch (error) {
    return fail({ ...one, calls }, error);
  }
  await forget(id).catch(() => undefined);
  await forgetTexts(one);
  // The lists are read again before they would show it.
  await readAgain();
  drop(id);
  notifyDone(formatMessage(currentTranslations().common.deleted, { what: one.what }));
  one.deleted?.();
}

async function fail(one: PendingDeletion, error: unknown): Promise<void> {
  const { id, calls } = one;
  if (isTransient(error) || asBlogError(error).code === 'UNAUTHORIZED') {
    await keepRest(one, calls, 0);
    set(id, { state: 'unreachable', isMine: false, calls, sentAt: 0 });
    showDeletion({ id });
    setTimeout(() => void send(id), RETRY_DELAY_MS);
    return;
  }
  await forget(id).catch(() => undefined);
  await readAgain();
  drop(id);
  notifyFailure(error);
  one.failed?.();
}

/** Keeps what is left of a deletion on the device. */
async function keepRest({ id, at, kind, keys, what }: Deletion, calls: DeletionCall[], sentAt: number): Promise<void> {
  await keep({ id, at, kind, keys, what, calls, sentAt }).catch(() => undefined);
}

/** All but the queue of comments, whose rows do not move. */
function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUEUE });
}

/** Deletes the texts of deleted posts from the device. */
async function forgetTexts({ kind, keys }: Deletion): Promise<void> {
  if (kind !== 'posts') return;
  const { forgetAll } = await import('../device/unsaved/texts.ts');
  keys.forEach(forgetAll);
}

/** Whether the device could not store the deletion, so that no other tab knows of it. */
function isUnkept(id: string): boolean {
  return find(id)?.isKept !== true;
}

function find(id: string): PendingDeletion | undefined {
  return pendingDeletions.get().find((one) => one.id === id);
}

function set(id: string, change: Partial<PendingDeletion>): void {
  pendingDeletions.set(pendingDeletions.get().map((one) => (one.id === id ? { ...one, ...change } : one)));
}

function drop(id: string): void {
  hideToast(id);
  pendingDeletions.set(pendingDeletions.get().filter((one) => one.id !== id));
}

/** Adds the deletions that an earlier visit or another tab has begun, and drops those that another tab has finished. */
async function follow(): Promise<void> {
  // Nothing is shown without a session; the next one continues.
  if (session.state() === 'out') return pendingDeletions.get().forEach(({ id }) => drop(id));
  if (session.state() !== 'in') return;
  const kept = await readKept().catch(() => undefined);
  if (!kept) return;
  const ids = new Set(kept.map(({ id }) => id));
  const finished = pendingDeletions.get().filter(({ id, isKept, isMine }) => isKept && !isMine && !ids.has(id));
  if (finished.length > 0) await readAgain();
  for (const one of finished) {
    drop(one.id);
    // Nothing is sent before its time.
    if (Date.now() < one.at + UNDO_TIMEOUT_MS) one.undone?.();
    else one.deleted?.();
  }
  for (const one of kept) if (!find(one.id)) add({ ...one, state: 'waiting', isKept: true });
}

async function sendAll(): Promise<void> {
  await Promise.all(pendingDeletions.get().map(({ id }) => send(id)));
}

undoByKey(() => {
  const last = pendingDeletions
    .get()
    .findLast(({ isShownElsewhere, state }) => !isShownElsewhere && state !== 'sending');
  return last && { at: last.at, undo: () => void undoDeletion(last) };
});

onOthers(() => void follow());
session.subscribe(() => void follow());
// Nothing of the session is left on the device.
runBeforeSignOut(sendAll);
void follow();
