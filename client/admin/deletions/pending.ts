import { createStore } from '../ui/store.ts';
import type { Deletion } from './kept.ts';

/** How long a deletion can be undone. */
export const UNDO_TIMEOUT_MS = 10_000;

/** Callbacks of the screen that deletes. They are lost when the page is closed. */
export interface Hooks {
  /** Called after an undo. */
  undone?: () => void;
  /** Called after the answer of the service. */
  deleted?: () => void;
  /** Called after the service has refused the deletion and the message was shown. */
  failed?: () => void;
  /** Sends the deletion in place of the calls, which the next visit uses. */
  send?: () => Promise<void>;
  /** Whether the screen itself shows the deletion and offers to undo it. */
  isShownElsewhere?: boolean;
}

/** A deletion that is not finished. */
export interface PendingDeletion extends Deletion, Hooks {
  state: 'waiting' | 'sending' | 'unreachable';
  /** Whether it is on the device. */
  isKept?: boolean;
  /** Whether this tab sends it. */
  isMine?: boolean;
}

/** The deletions that are not finished, the oldest first. */
export const pendingDeletions = createStore<readonly PendingDeletion[]>([]);
