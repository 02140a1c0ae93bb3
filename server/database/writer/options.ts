/** Callbacks and time limits of a writer, in milliseconds. */
export interface WriterOptions {
  /** How long to wait while others of this process write. */
  waitFor?: number;
  /** How long to wait for another writing process. */
  busyFor?: number;
  /** A monotonic clock. */
  monotonic?: () => number;
  /** Throws if a commit would be lost, such as when the file was deleted. */
  beforeCommit?: () => void;
  /** Called for each failed statement. */
  onFailure?: (error: unknown) => void;
  /** Called after each commit that wrote something. */
  onCommit?: () => void;
}
