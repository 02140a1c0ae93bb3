/** Receives the invalidations of commits of other instances. */
export interface Listener {
  /** Calls the watcher when the connection is lost and when it is restored. */
  watch(watcher: Watcher): void;
  /**
   * Starts to listen; reconnects whenever the connection is lost.
   *
   * @throws DatabaseUnavailable
   */
  start(): Promise<void>;
  /** Whether it is connected. */
  isListening(): boolean;
  close(): void;
}

export interface Watcher {
  /** @param since when the connection last worked, on the monotonic clock: later commits may have been missed */
  lost(since: number): void;
  /** Called after all listeners were notified that anything may have changed. */
  back(): void;
}
