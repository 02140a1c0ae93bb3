import { setTimeout as sleep } from 'node:timers/promises';

import type { Services } from '../../routers/context.ts';
import { isDatabaseFailure, logFailure } from '../../routers/database-errors.ts';
import { EVERYTHING, type Changes } from '../changes.ts';
import {
  failJob,
  finishJob,
  giveJobBack,
  LEASE,
  nextDue,
  postponeJob,
  renewLease,
  takeJobs,
  type TakenJob,
} from './queue.ts';

/** What a consumer gets of a job. A job may run more than once: `id` is the same each time. */
export interface JobRun {
  id: string;
  data: unknown;
  /** Aborted when the service stops, or when another instance has the job. */
  signal: AbortSignal;
}

/** Does the jobs of one kind. What it throws is kept as the reason. */
export type Consumer = (job: JobRun) => Promise<void>;

export interface JobsOptions {
  services: Pick<Services, 'em' | 'clock' | 'log' | 'databaseFailed'>;
  changes: Pick<Changes, 'listen'>;
  consumers: Readonly<Record<string, Consumer>>;
}

/** Jobs that one instance works at. */
const AT_ONCE = 4;
/** Failed attempts after which a job is given up. */
const MOST_ATTEMPTS = 12;
/** Begun attempts after which it is given up although none of them ended: it ends the process, it seems. */
const MOST_BEGUN = 50;
/** Milliseconds between two looks at the clocks, which may be set; the database is not asked. */
const TICK = 1000;
/** Milliseconds between two looks at a queue in which something is due that another transaction holds. */
const SOON = 20;
/** Milliseconds after which the database is asked although nobody told of a job. */
const ASK_EVERY = 30_000;
/** Milliseconds that running jobs have to end when the service stops. */
const GRACE = 2000;

/** Runs jobs until it is stopped. */
export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Runs the jobs of the queue, together with the runners of other instances: each job at least once. It sleeps until the
 * next one is due, and a commit that adds a job wakes it, wherever it was made.
 */
export function startJobs({ services, changes, consumers }: JobsOptions): Jobs {
  const { em, clock, log } = services;
  // Others wait for an instance of the release that knows them.
  const kinds = Object.keys(consumers);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** When the next job is due, by the wall clock. */
  let due = -Infinity;
  let askedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let isStale = false;

  function plan(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const wait = Math.min(TICK, Math.max(SOON, due - clock.now()));
    timer = setTimeout(tick, wait).unref();
  }

  function tick(): void {
    const isDue = due <= clock.now() && running.size < AT_ONCE;
    if (isDue || clock.monotonic() - askedAt > ASK_EVERY) void look();
    else timer = setTimeout(tick, TICK).unref();
  }

  /** Starts what is due. Of several calls at once, the last ones share one more look. */
  function look(): Promise<void> {
    isStale = true;
    looking ??= lookWhileStale().finally(() => {
      looking = null;
      plan();
    });
    return looking;
  }

  async function lookWhileStale(): Promise<void> {
    while (isStale && !stopping.signal.aborted) {
      isStale = false;
      askedAt = clock.monotonic();
      try {
        const room = AT_ONCE - running.size;
        for (const job of room > 0 ? await takeJobs(em.fork(), clock, kinds, room) : []) start(job);
        due = await nextDue(em.fork(), kinds);
      } catch (error) {
        logFailure(error, services, 'the queue of jobs could not be read yet');
        // Not before the next tick.
        due = clock.now() + TICK;
      }
    }
  }

  function start(job: TakenJob): void {
    const work = run(job).finally(() => {
      running.delete(job.id);
      if (!stopping.signal.aborted) void look();
    });
    running.set(job.id, work);
  }

  async function run(taken: TakenJob): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    let job = taken;
    const renewing = setInterval(() => void renew(), LEASE / 3).unref();

    async function renew(): Promise<void> {
      const renewed = await renewLease(em.fork(), clock, job).catch(() => job);
      if (renewed) job = renewed;
      else lost.abort();
    }

    try {
      if (job.attempts > MOST_BEGUN) throw new Error('The service ended each time while it ran.');
      await consumers[job.kind]!({ id: job.id, data: JSON.parse(job.data), signal });
      await finishJob(em.fork(), job);
    } catch (error) {
      await settle(job, error).catch((failure: unknown) =>
        // The lease ends by itself.
        logFailure(failure, services, 'a failed job could not be put back'),
      );
    } finally {
      clearInterval(renewing);
    }
  }

  async function settle(job: TakenJob, error: unknown): Promise<void> {
    if (stopping.signal.aborted) return giveJobBack(em.fork(), job);
    const reason = error instanceof Error ? error.message : String(error);
    // A database that is away is no fault of the job.
    const isFinal = job.attempts >= MOST_ATTEMPTS && !isDatabaseFailure(error);
    logFailure(error, services, `a job of the kind "${job.kind}" failed`);
    if (!isFinal && job.attempts <= MOST_BEGUN) return postponeJob(em.fork(), clock, job, reason);
    log.error({ job: job.id, kind: job.kind, reason }, 'a job was given up');
    return failJob(em.fork(), job, reason);
  }

  changes.listen(async (tags) => {
    if (tags.includes('jobs')) void look();
    // Rare, and nothing else of this commit may be read before.
    else if (tags.includes(EVERYTHING)) await look();
  });
  void look();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const ended = Promise.all([looking, ...running.values()]);
      await Promise.race([ended, sleep(GRACE, undefined, { ref: false })]);
    },
  };
}
