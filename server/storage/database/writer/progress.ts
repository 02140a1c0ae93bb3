import { QueueTimeout } from '../queue-timeout.ts';
import { SqliteBusy } from '../sqlite-errors.ts';

/** After this time in milliseconds, a single statement of a long transaction counts as stuck. */
const LONG_STATEMENT = 20_000;

/** What is known of the connection. */
interface Connection {
  isHeld: () => boolean;
  /** Whether the thread of long transactions runs a statement. */
  isInThread: () => boolean;
  monotonic: () => number;
}

/** Tells a connection that is stuck from a long queue that moves. */
export class Progress {
  readonly #connection: Connection;
  #at = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Notes that a statement has succeeded. */
  readonly note = (): void => {
    this.#at = this.#connection.monotonic();
  };

  /** Milliseconds since the last success of the transaction that occupies the connection; 0 if it is free. */
  stuckFor(): number {
    return this.#connection.isHeld() ? this.#connection.monotonic() - this.#at : 0;
  }

  /**
   * The error for a caller that has waited in vain. A statement of a long transaction may take longer than a probe.
   *
   * @param within how long it has waited, in milliseconds
   */
  errorAfter(within: number): () => Error {
    return () =>
      this.stuckFor() >= (this.#connection.isInThread() ? LONG_STATEMENT : within)
        ? new SqliteBusy(`A write of this process has made no progress for ${within / 1000} seconds.`)
        : new QueueTimeout();
  }
}
