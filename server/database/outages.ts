import type { Logger } from 'pino';

import type { Clock } from '../../routers/clock.ts';
import type { DatabaseFailure } from '../../routers/database-errors.ts';
import { watchDependency } from '../dependency.ts';

/** Milliseconds between two looks at a database that is away. */
const LOOK_EVERY = 1000;
/** Milliseconds in which contention is logged once. */
const BUSY_EVERY = 60_000;

/** Logs the outages of the database: one line when it goes, one when it is back. */
export interface DatabaseOutages {
  /** Call it for each failure, with how the database failed. */
  failed(error: unknown, failure: DatabaseFailure): void;
  close(): void;
}

/** @param ping rejects as long as the database does not work; null when its driver logs outages by itself */
export function watchDatabase(
  name: string,
  ping: (() => Promise<void>) | null,
  log: Logger,
  clock: Pick<Clock, 'monotonic'>,
): DatabaseOutages {
  const dependency = watchDependency(name, log);
  let isQuiet = true;
  let busySince = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** It is back once it answers and no request failed since the last look: else the two lines would take turns. */
  async function look(): Promise<void> {
    isQuiet = true;
    await waitForNextLook();
    if (isQuiet && (await answers())) dependency.worked();
    if (dependency.isAway()) await look();
  }

  function waitForNextLook(): Promise<void> {
    return new Promise((resolve) => (timer = setTimeout(resolve, LOOK_EVERY).unref()));
  }

  function answers(): Promise<boolean> {
    return Promise.resolve(ping?.()).then(
      () => isQuiet,
      () => false,
    );
  }

  function busy(error: unknown): void {
    if (clock.monotonic() - busySince < BUSY_EVERY) return;
    busySince = clock.monotonic();
    log.warn({ err: error }, `${name} is too slow or busy: calls are answered 503 (logged once a minute)`);
  }

  return {
    failed(error, failure) {
      if (failure === 'busy') return busy(error);
      if (!ping) return;
      isQuiet = false;
      if (dependency.isAway()) return;
      dependency.failed(error, ADVICE[failure]);
      void look();
    },
    close: () => clearTimeout(timer),
  };
}

const ADVICE: Record<Exclude<DatabaseFailure, 'busy'>, string> = {
  away: 'writes and most reads are 503, reads that are ready go on for a minute at most',
  'read-only': 'it takes no writes; on a standby name the primary in DATABASE_URL, else turn read-only mode off',
};
