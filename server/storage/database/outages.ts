import type { Logger } from 'pino';

import type { Clock } from '../../../routers/base/clock.ts';
import type { DatabaseFailure } from '../../../routers/base/database-errors.ts';
import { watchDependency } from '../dependency.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** The polling interval while the database is down. */
const CHECK_EVERY = 1000;
/** The interval in which contention is logged only once. */
const BUSY_EVERY = 60_000;

/** Logs outages of the database: one line for the failure, one for the recovery. */
export interface DatabaseOutages {
  /** Reports a failure, with its kind. */
  failed(error: unknown, failure: DatabaseFailure): void;
  close(): void;
}

/**
 * @param ping rejects while the database does not work; null if its driver logs outages itself
 * @param suspect called for errors that another database at the address would cause
 */
export function watchDatabase(
  name: string,
  ping: (() => Promise<void>) | null,
  log: Logger,
  clock: Pick<Clock, 'monotonic'>,
  suspect: (error: unknown) => void = () => undefined,
): DatabaseOutages {
  const dependency = watchDependency(name, log);
  let isQuiet = true;
  let busySince = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** The database has recovered when it responds and no request has failed since the last check. */
  async function checkUntilBack(): Promise<void> {
    isQuiet = true;
    await waitForNextCheck();
    if (isQuiet && (await answers())) dependency.worked();
    if (dependency.isAway()) await checkUntilBack();
  }

  function waitForNextCheck(): Promise<void> {
    return new Promise((resolve) => (timer = setTimeout(resolve, CHECK_EVERY).unref()));
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
      if (failure === 'foreign') return suspect(error);
      if (!ping) return;
      isQuiet = false;
      if (dependency.isAway()) return;
      dependency.failed(error, ADVICE[failure]);
      inBackground(checkUntilBack());
    },
    close: () => clearTimeout(timer),
  };
}

const ADVICE: Record<Exclude<DatabaseFailure, 'busy' | 'foreign'>, string> = {
  away: 'requests are answered 503 until it is back',
  'read-only':
    'it accepts no writes; if it is a standby, name the primary in DATABASE_URL, else turn read-only mode off',
};
