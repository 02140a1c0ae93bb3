import { createStore } from '../ui/store.ts';
import type { Deletion } from './kept.ts';

/** How long a deletion can be undone. */
export const UNDO_TIMEOUT_MS = 10_000;

/** What a screen does besides; nothing of it survives the page. */
export interface Hooks {
  /** Called after an undo. */
  undone?: () => void;
  /** Called after the answer of the service. */
  deleted?: () => void;
  /** Called when the service has refused, and the message was shown. */
  failed?: () => void;
  /** Sends it in place of the calls, which are for the next visit. */
  send?: () => Promise<void>;
  /** Whether the screen shows it and offers undo by itself. */
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
