import type { Count } from '../../routers/limits/counters.ts';

/** What a worker asks the primary. */
export interface ToPrimary {
  /** From now on it hears of changes. */
  join(): null;
  /** A commit touched these; answered once every other worker has let go of what it kept. */
  changes(tags: readonly string[]): null;
  /** See `MemoryCounters.raiseUntil`. */
  raise(limit: string, who: string, by: number, endsAt: number): Count;
  lower(limit: string, who: string): null;
  /** The metrics of all workers together, in the text form of Prometheus. */
  metrics(): string;
  /** It listens there. */
  serves(url: string): null;
  /** It does not start, for this reason. */
  failed(reason: string): null;
}

/** What the primary asks a worker. */
export interface ToWorker {
  /** A commit of another worker touched these; answered once nothing is kept of it. */
  changes(tags: readonly string[]): null;
  /** Its own metrics, as prom-client gives them. */
  metrics(): object[];
}
