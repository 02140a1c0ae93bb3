import { memory } from './memory.ts';

/** The receipt of a comment that was written on this device. */
export interface Receipt {
  /** The comment. */
  id: string;
  /** The post or section. */
  thread: string;
  /** Proves that the comment is the visitor's own. */
  receipt: string;
  /** When it was written, in milliseconds since 1970 by the clock of this device. */
  written: number;
  /** Whether it is pending. */
  waiting: boolean;
}

/** The number of stored receipts, and of those sent with a request (the maximum of the service). */
const MAX_STORED = 60;
const MAX_SENT = 20;
/** How long a comment can be changed: 15 minutes. */
const EDIT_WINDOW_MS = 15 * 60 * 1000;

const kept = memory<Receipt[]>('receipts', []);

/** The receipts of a thread, or of all threads, the oldest first. */
export function readReceipts(thread?: string): Receipt[] {
  return kept.read().filter((one) => thread === undefined || one.thread === thread);
}

/** Stores a receipt, replacing an earlier one for the same comment. */
export function keepReceipt(receipt: Receipt): void {
  kept.write([...without(receipt.id), receipt].slice(-MAX_STORED));
}

/** Deletes the receipt of a comment. */
export function forgetReceipt(id: string): void {
  kept.write(without(id));
}

/** The newest receipts, up to the maximum of the service. */
export function sendable(receipts: readonly Receipt[]): readonly Receipt[] {
  return receipts.slice(-MAX_SENT);
}

/** How long the comment can still be changed, in milliseconds; 0 if no longer. */
export function timeToChange({ written }: Receipt): number {
  return Math.max(0, written + EDIT_WINDOW_MS - Date.now());
}

function without(id: string): Receipt[] {
  return kept.read().filter((one) => one.id !== id);
}
