import type { Logger } from 'pino';

/** A dependency (database, Redis …) whose outages are logged: one line for the failure, one for the recovery. */
export interface Dependency {
  /**
   * Reports a failure of the dependency; only the first one after a success is logged.
   *
   * @param advice one sentence for the operator
   */
  failed(error: unknown, advice?: string): void;
  /** Reports a success; only the first one after a failure is logged. */
  worked(): void;
  /** Whether the last call was `failed`. */
  isAway(): boolean;
}

/** @param name for log lines, such as `Redis` or `the database` */
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
