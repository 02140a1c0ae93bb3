import type { Instance } from './instance.ts';

/** Receives the invalidations of commits of other instances. */
export interface Listener {
  /**
   * Starts to listen; reconnects whenever the connection is lost.
   *
   * @throws DatabaseUnavailable
   */
  start(): Promise<void>;
  /** Whether it is connected. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** A listener with this process among the instances on its database; on SQLite there is only one. */
export interface OpenListener extends Listener {
  instance: Pick<Instance, 'id' | 'memory' | 'committed'> | null;
}
