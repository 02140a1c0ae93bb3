import { change, onOtherTab, readAll, update } from '../device/device-store.ts';
import type { DeletionCall } from './calls.ts';

/** A list of the app. It hides the items whose deletion is pending. */
export type DeletionKind = 'posts' | 'media' | 'tag' | 'category' | 'subscribers' | 'redirects' | 'comments';

/** A deletion that can still be undone: the items, and the calls that delete them. */
export interface Deletion {
  id: string;
  /** When the user deleted the items, in milliseconds since 1970. */
  at: number;
  kind: DeletionKind;
  /** The ids or names in lists of this kind. */
  keys: string[];
  /** The name of the items, in the language of the app. */
  what: string;
  calls: DeletionCall[];
  /** When a tab began to send it, or last had an answer; 0 after a failure. Absent while nothing was sent. */
  sentAt?: number;
}

const PREFIX = 'octavo-deletion:';
/** After this time a tab that began to send it has crashed. */
const CLAIM_MS = 60_000;

const storageKey = (id: string) => PREFIX + id;

/** Keeps a deletion on the device, so that it survives a crash. */
export function keep(deletion: Deletion): Promise<void> {
  return change({ put: [[storageKey(deletion.id), deletion]] });
}

/** Forgets a deletion that was sent or refused. */
export function forget(id: string): Promise<void> {
  return change({ remove: [storageKey(id)] });
}

/** All kept deletions, the oldest first. */
export async function readKept(): Promise<Deletion[]> {
  const kept = [...(await readAll(PREFIX)).values()] as Deletion[];
  return kept.toSorted((a, b) => a.at - b.at);
}

/**
 * Claims a deletion for this tab, so that only one tab sends it, and none after an undo.
 *
 * @returns the deletion as it was kept; undefined if another tab has claimed it
 */
export async function claim(id: string): Promise<Deletion | undefined> {
  let mine: Deletion | undefined;
  await update(storageKey(id), (found) => {
    const deletion = found.get(storageKey(id)) as Deletion | undefined;
    mine = deletion && Date.now() - (deletion.sentAt ?? 0) > CLAIM_MS ? deletion : undefined;
    return mine ? { put: [[storageKey(id), { ...mine, sentAt: Date.now() }]] } : {};
  });
  return mine;
}

/** Cancels a deletion. @returns false if it is being sent or was sent */
export async function withdraw(id: string): Promise<boolean> {
  let isFree = false;
  await update(storageKey(id), (found) => {
    const deletion = found.get(storageKey(id)) as Deletion | undefined;
    isFree = deletion !== undefined && Date.now() - (deletion.sentAt ?? 0) > CLAIM_MS;
    return isFree ? { remove: [storageKey(id)] } : {};
  });
  return isFree;
}

/** Calls the listener when another tab has kept or forgotten a deletion. */
export function onOthers(listener: () => void): void {
  onOtherTab((keys) => {
    if (keys.some((key) => key.startsWith(PREFIX))) listener();
  });
}
