import type { Logger } from 'pino';

/** A dependency (database, Redis, mail server …) whose outages are logged: one line when it goes, one when it is back. */
export interface Dependency {
  /**
   * Call it for each failure that shows that the dependency is away; only the first one after a success is logged.
   *
   * @param advice what the operator can do about it, one sentence
   */
  failed(error: unknown, advice?: string): void;
  /** Call it for each success that shows that the dependency works; only the first one after a failure is logged. */
  worked(): void;
  /** Whether the last call was `failed`. */
  isAway(): boolean;
}

/** @param name as the log line begins with it, such as `Redis` or `the database` */
export function watchDependency(name: string, log: Pick<Logger, 'error' | 'info'>): Dependency {
  let away = false;
  return {
    failed(error, advice) {
      if (away) return;
      away = true;
      log.error({ err: error }, `${name} is away${advice ? `: ${advice}` : ''}`);
    },
    worked() {
      if (!away) return;
      away = false;
      log.info(`${name} is back`);
    },
    isAway: () => away,
  };
}
