import { setTimeout as wait } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Clock } from '../../../routers/base/clock.ts';
import { beforeDeadline, withoutDeadline } from '../../../routers/base/deadline.ts';
import type { Database } from '../database/open.ts';
import { vacuum } from './postgres.ts';
import { removeTraces } from './sqlite.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** Removes traces of encrypted and deleted texts from the database files. */
export interface Scrubber {
  /**
   * Starts a removal, also of traces left by a crash. On SQLite it waits for the first attempt, within the deadline of
   * the request, and at most two seconds; further attempts run in the background. Does not reject.
   */
  run(): Promise<void>;
  /** Stops; the next start of the service continues. */
  close(): void;
}

/** How long a request waits for the first attempt in milliseconds: the index of 100,000 posts takes longer. */
const WAIT = 2000;
/** The pause before the second attempt in milliseconds; each further pause is twice as long. */
const FIRST_PAUSE = 100;
/** The longest pause in milliseconds. VACUUM reads whole tables, and an old transaction may last for hours. */
const LONGEST_PAUSE = { sqlite: 2000, postgres: 60_000 };
/** After this time in milliseconds, the log reports that traces remain. */
const LONG = 10_000;

/**
 * Creates the scrubber of a database. While another process or a long read prevents the removal, it retries in the
 * background until it succeeds.
 */
export function createScrubber(database: Database, log: Logger, clock: Pick<Clock, 'monotonic'>): Scrubber {
  const { dialect, kysely, orm, reading, emptyLog } = database;
  const attempts = {
    // Continuous reads would keep the log full, so retries run between them. The first attempt cannot wait for reads.
    sqlite: () => removeTraces(orm.em, kysely, () => (since === null ? emptyLog() : reading.between(emptyLog))),
    postgres: () => vacuum(kysely),
  };
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE;
  let since: number | null = null;
  let isReported = false;
  let isClosed = false;
  /** The number of calls of `run`: a call during an attempt causes another attempt. */
  let calls = 0;
  let running: Promise<void> | null = null;

  async function tryOnce(): Promise<void> {
    clearTimeout(timer);
    const upTo = calls;
    let failure: unknown;
    const isDone = await attempts[dialect]().catch((error: unknown) => {
      failure = error;
      return false;
    });
    if (isClosed) return;
    if (isDone && upTo === calls) finish();
    else {
      if (!isDone) report(failure);
      timer = setTimeout(start, pause).unref();
      pause = Math.min(pause * 2, LONGEST_PAUSE[dialect]);
    }
  }

  function finish(): void {
    if (isReported) log.info('all traces of encrypted or deleted texts are removed');
    pause = FIRST_PAUSE;
    since = null;
    isReported = false;
  }

  function report(err: unknown): void {
    since ??= clock.monotonic();
    if (isReported || clock.monotonic() - since < LONG) return;
    isReported = true;
    const details = { ...(err !== undefined && { err }) };
    log.warn(
      details,
      'traces of encrypted or deleted texts are still in the database, usually because of a long read; retrying',
    );
  }

  function attempt(): Promise<void> {
    running ??= withoutDeadline(tryOnce).finally(() => (running = null));
    return running;
  }

  function start(): void {
    inBackground(attempt());
  }

  return {
    async run() {
      calls += 1;
      pause = FIRST_PAUSE;
      const begun = attempt();
      inBackground(begun);
      // The change itself is committed, so the request succeeds even if the time is up.
      if (dialect !== 'sqlite' || since !== null) return;
      const late = wait(WAIT, undefined, { ref: false });
      await beforeDeadline(() => Promise.race([begun, late])).catch(() => undefined);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
