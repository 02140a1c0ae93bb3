import { LONGEST_WAIT } from '../queue-timeout.ts';

/** Callbacks and time limits of a writer, in milliseconds. */
export interface WriterOptions {
  /** How long to wait while others of this process write. */
  waitFor?: number;
  /** How long to wait for another writing process. */
  busyFor?: number;
  /** A monotonic clock. */
  monotonic?: () => number;
  /** Throws if nothing may be read any more. */
  beforeRead?: () => void;
  /** Throws if nothing may be written, such as when the file was deleted. */
  beforeWrite?: () => void;
  /** As `beforeWrite`. Returns statements that are part of the transaction. */
  beforeCommit?: () => readonly string[];
  /** Called after each commit that wrote something, before it is acknowledged; throws if it may be lost. */
  afterCommit?: () => void;
  /** Called for each failed statement. */
  onFailure?: (error: unknown) => void;
  /** Called after each commit that wrote something and is acknowledged. */
  onCommit?: () => void;
}

export const defaults: Required<WriterOptions> = {
  waitFor: LONGEST_WAIT,
  busyFor: 5000,
  monotonic: () => performance.now(),
  beforeRead: () => undefined,
  beforeWrite: () => undefined,
  beforeCommit: () => [],
  afterCommit: () => undefined,
  onFailure: () => undefined,
  onCommit: () => undefined,
};
