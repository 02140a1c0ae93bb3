import { QUEUE_TIMEOUT } from '../../../routers/base/database-errors.ts';
import { queuedBefore } from '../../../routers/base/deadline.ts';

/** How long a write waits for its turn, in milliseconds. Its request fails then, and nothing of it has been done. */
export const LONGEST_WAIT = 10_000;

/** What is left of a wait after that of the request for its turn to begin, in milliseconds. */
export function remainingWait(wait: number): number {
  return Math.max(0, wait - queuedBefore());
}

/** A write has waited too long for other writes of this process. */
export class QueueTimeout extends Error {
  override readonly name = 'QueueTimeout';
  readonly code = QUEUE_TIMEOUT;

  constructor() {
    super('Other writes were before it for too long.');
  }
}
