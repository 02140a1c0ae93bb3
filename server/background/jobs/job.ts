import type { HeldJob } from '../../../routers/data/held.ts';

/** The failure of a job that another attempt would not fix: it is not retried. */
export class FinalFailure extends Error {}

/** A job cannot run at the moment, which is no failure of it: it is tried again in a minute, as often as necessary. */
export class NotNow extends Error {}

/** A run of a job. A job may run more than once, with the same `id`. */
export interface JobRun extends HeldJob {
  data: unknown;
  /** Aborted when the service stops, or when another instance has taken the job. */
  signal: AbortSignal;
  /**
   * Extends the lease. Called right before something that cannot be undone, such as sending a mail.
   *
   * @throws when another instance has taken the job
   */
  claim(): Promise<void>;
}

/**
 * Runs the jobs of one kind. Errors are stored as the reason.
 *
 * @returns `settled` if it deleted or replaced the job in the same transaction
 */
export type Consumer = (job: JobRun) => Promise<void | 'settled' | undefined>;
