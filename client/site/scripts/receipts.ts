import { memory } from './memory.ts';

/** What this device keeps of a comment that was written on it. */
export interface Receipt {
  /** The comment. */
  id: string;
  /** The post or section. */
  thread: string;
  /** Shows that the comment is the visitor's own. */
  receipt: string;
  /** When it was written, by the clock of this device, in milliseconds since 1970. */
  written: number;
  /** Whether it waits for approval. */
  waiting: boolean;
}

/** So many are kept, and so many sent at once (the service takes no more). */
const MOST_KEPT = 60;
const MOST_SENT = 20;
/** How long a comment may be changed, in milliseconds: 15 minutes. */
const EDIT_WINDOW = 15 * 60 * 1000;

const kept = memory<Receipt[]>('receipts', []);

/** The receipts of a thread; of all threads when absent. Oldest first. */
export function receiptsOf(thread?: string): Receipt[] {
  return kept.read().filter((one) => thread === undefined || one.thread === thread);
}

/** Keeps a receipt, in place of an earlier one for the same comment. */
export function keepReceipt(receipt: Receipt): void {
  kept.write([...without(receipt.id), receipt].slice(-MOST_KEPT));
}

/** Forgets the receipt of a comment. */
export function forgetReceipt(id: string): void {
  kept.write(without(id));
}

/** As the service takes them: the newest. */
export function sendable(receipts: readonly Receipt[]): string[] {
  return receipts.slice(-MOST_SENT).map(({ receipt }) => receipt);
}

/** How long the comment may still be changed, in milliseconds; 0 when no more. */
export function timeToChange({ written }: Receipt): number {
  return Math.max(0, written + EDIT_WINDOW - Date.now());
}

function without(id: string): Receipt[] {
  return kept.read().filter((one) => one.id !== id);
}
