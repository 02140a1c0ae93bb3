import { setTimeout as sleep } from 'node:timers/promises';

import type { Services } from '../../../routers/core/context.ts';
import { isDatabaseFailure, logFailure } from '../../../routers/base/database-errors.ts';
import { LEASE, renewLease } from '../../../routers/data/held.ts';
import { EVERYTHING, type Changes } from '../../storage/changes.ts';
import {
  delayJob,
  dueLanes,
  failJob,
  finishJob,
  releaseJob,
  nextDue,
  postponeJob,
  takeJobs,
  type TakenJob,
} from './queue.ts';
import { inBackground } from '../../../routers/base/defects.ts';
import { FinalFailure, NotNow, type Consumer } from './job.ts';

export interface JobsOptions {
  services: Pick<Services, 'em' | 'clock' | 'log' | 'databaseFailed'>;
  changes: Pick<Changes, 'listen'>;
  consumers: Readonly<Record<string, Consumer>>;
  /** Kinds of which one job runs at a time, so that the others do not wait for them. */
  oneAtATime?: ReadonlySet<string>;
  /** Kinds whose jobs run in lanes, with the number of jobs of each lane that run at a time. */
  inLanes?: Readonly<Record<string, number>>;
  /** Kinds with another maximum number of failed attempts. */
  attemptsOf?: Readonly<Record<string, number>>;
}

/** The jobs of some kinds, which wait for each other only. */
interface Group {
  kinds: readonly string[];
  /** The maximum number of concurrent jobs of an instance: together, or in each lane. */
  most: number;
  hasLanes: boolean;
  /** How many run, by lane; null: the jobs without one. */
  running: Map<string | null, number>;
}

/** The maximum number of concurrent jobs of an instance, beside those of `oneAtATime` and `inLanes`. */
const AT_ONCE = 4;
/** The maximum number of failed attempts. */
const MOST_ATTEMPTS = 12;
/** The maximum number of started attempts if none of them ended, such as when the job crashes the process. */
const MOST_BEGUN = 50;
/** The interval of checks of the clocks, which may be set, in milliseconds. Does not query the database. */
const TICK = 1000;
/** The polling interval in milliseconds while another transaction has locked a due job. */
const SOON = 20;
/** The polling interval of the database in milliseconds without notifications. */
const POLL_EVERY = 30_000;
/** How long running jobs have to end when the service stops, in milliseconds. */
const GRACE = 2000;

/** The job runner. */
export interface Jobs {
  stop(): Promise<void>;
}

/**
 * Runs the jobs of the queue together with the runners of other instances, each job at least once. It sleeps until the
 * next one is due; a commit of any instance that adds a job wakes it.
 */
export function startJobs({
  services,
  changes,
  consumers,
  oneAtATime = new Set(),
  inLanes = {},
  attemptsOf = {},
}: JobsOptions): Jobs {
  const { em, clock, log } = services;
  // Kinds without a consumer wait for an instance that has one: another version, or one with a mail server.
  const isRun = (kind: string) => Object.hasOwn(consumers, kind);
  const others = Object.keys(consumers).filter((kind) => !oneAtATime.has(kind) && !(kind in inLanes));
  const groups: readonly Group[] = [
    { kinds: others, most: AT_ONCE, hasLanes: false },
    ...[...oneAtATime].filter(isRun).map((kind) => ({ kinds: [kind], most: 1, hasLanes: false })),
    ...Object.entries(inLanes)
      .filter(([kind]) => isRun(kind))
      .map(([kind, most]) => ({ kinds: [kind], most, hasLanes: true })),
  ].map((group) => ({ ...group, running: new Map<string | null, number>() }));
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** When the next job is due, by the wall clock. */
  let due = -Infinity;
  let polledAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let isStale = false;

  function plan(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const wait = Math.min(TICK, Math.max(SOON, due - clock.now()));
    timer = setTimeout(tick, wait).unref();
  }

  function tick(): void {
    const isDue = due <= clock.now() && hasRoom().length > 0;
    if (isDue || clock.monotonic() - polledAt > POLL_EVERY) inBackground(poll());
    else timer = setTimeout(tick, TICK).unref();
  }

  /** Starts due jobs. Calls during a run share one subsequent run. */
  function poll(): Promise<void> {
    isStale = true;
    polling ??= pollWhileStale().finally(() => {
      polling = null;
      plan();
    });
    return polling;
  }

  async function pollWhileStale(): Promise<void> {
    while (isStale && !stopping.signal.aborted) {
      isStale = false;
      polledAt = clock.monotonic();
      try {
        for (const group of hasRoom()) {
          const lanes = group.hasLanes ? await dueLanes(em.fork(), clock, fullLanes(group)) : [null];
          for (const lane of lanes) {
            const most = group.most - (group.running.get(lane) ?? 0);
            const jobs = await takeJobs(em.fork(), clock, { kinds: group.kinds, lane, most });
            for (const job of jobs) start(job, group);
          }
        }
        const kinds = hasRoom().flatMap((group) => group.kinds);
        due = kinds.length > 0 ? await nextDue(em.fork(), kinds, groups.flatMap(fullLanes)) : Infinity;
      } catch (error) {
        logFailure(error, services, 'the queue of jobs could not be read yet');
        // Not before the next tick.
        due = clock.now() + TICK;
      }
    }
  }

  function hasRoom() {
    return groups.filter((group) => group.hasLanes || (group.running.get(null) ?? 0) < group.most);
  }

  function start(job: TakenJob, group: Group): void {
    const { running: runningIn } = group;
    const change = (by: number) => {
      const count = (runningIn.get(job.lane) ?? 0) + by;
      if (count === 0) runningIn.delete(job.lane);
      else runningIn.set(job.lane, count);
    };
    change(1);
    const work = run(job).finally(() => {
      change(-1);
      running.delete(job.id);
      if (!stopping.signal.aborted) inBackground(poll());
    });
    running.set(job.id, work);
    inBackground(work);
  }

  async function run(job: TakenJob): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = setInterval(() => inBackground(claim().catch(() => undefined)), LEASE / 3).unref();

    async function claim(): Promise<void> {
      if (!(await renewLease(em.fork(), clock, job))) lost.abort();
      signal.throwIfAborted();
    }

    try {
      if (job.attempts > MOST_BEGUN) throw new Error('The service ended each time while it ran.');
      const end = await consumers[job.kind]!({
        id: job.id,
        fence: job.fence,
        data: JSON.parse(job.data),
        signal,
        claim,
      });
      if (end !== 'settled') await finishJob(em.fork(), job);
    } catch (error) {
      // Another instance does the rest.
      if (lost.signal.aborted) return;
      await settle(job, error).catch((failure: unknown) =>
        // The lease expires on its own.
        logFailure(failure, services, 'a failed job could not be put back'),
      );
    } finally {
      clearInterval(renewing);
    }
  }

  async function settle(job: TakenJob, error: unknown): Promise<void> {
    if (stopping.signal.aborted) return releaseJob(em.fork(), job);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof NotNow) return delayJob(em.fork(), clock, job, reason);
    // An outage of the database does not count as a failure of the job.
    const isOver = job.attempts >= (attemptsOf[job.kind] ?? MOST_ATTEMPTS) && !isDatabaseFailure(error);
    const isFinal = isOver || error instanceof FinalFailure;
    logFailure(error, services, `a job of the kind "${job.kind}" failed`);
    if (!isFinal && job.attempts <= MOST_BEGUN) return postponeJob(em.fork(), clock, job, reason);
    log.error({ job: job.id, kind: job.kind, reason }, 'a job was given up');
    return failJob(em.fork(), job, reason);
  }

  changes.listen(async (tags) => {
    if (tags.includes('jobs')) inBackground(poll());
    // Rare, and other data of this commit must not be read before.
    else if (tags.includes(EVERYTHING)) await poll();
  });
  inBackground(poll());

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const ended = Promise.all([polling, ...running.values()]);
      await Promise.race([ended, sleep(GRACE, undefined, { ref: false })]);
    },
  };
}

/** The lanes in which no further job may run. */
function fullLanes({ hasLanes, most, running }: Group): string[] {
  if (!hasLanes) return [];
  return [...running].flatMap(([lane, count]) => (lane !== null && count >= most ? [lane] : []));
}
