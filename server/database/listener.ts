/** Hears what commits touched, as PostgreSQL tells every instance. */
export interface Listener {
  /** Calls these when nothing is heard any more, and when everything is again. */
  watch(watcher: Watcher): void;
  /**
   * Begins to listen; from then on it connects again whenever the connection is lost.
   *
   * @throws DatabaseUnavailable
   */
  start(): Promise<void>;
  /** Whether it is connected. */
  isListening(): boolean;
  close(): void;
}

export interface Watcher {
  /** @param since when the connection last worked, on the monotonic clock: what happened later may be missed */
  lost(since: number): void;
  /** Called after everybody heard that anything may have changed. */
  back(): void;
}
