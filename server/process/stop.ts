import type { Logger } from 'pino';

import { inBackground, onDefect, reportDefect } from '../../routers/base/defects.ts';

/** The maximum duration of a stop in milliseconds. */
const STOP_WITHIN = 4_600;

/** How this process ends. */
export interface Ending {
  /**
   * From now on, SIGTERM and SIGINT end the process, a second signal immediately.
   *
   * @param close waits for running requests; is also called before an uncaught exception ends the process
   */
  stopOnSignals(close: () => Promise<unknown>): void;
}

/**
 * Handles errors that nothing else handles. A rejected promise is logged, and the service goes on: nothing waits for it.
 * An uncaught exception may leave anything behind: running requests are finished, and the process ends with code 1, so
 * that a supervisor starts it again.
 */
export function guardProcess(log: Pick<Logger, 'info' | 'error' | 'fatal'>): Ending {
  let close = (): Promise<unknown> => Promise.resolve();
  let isStopping = false;
  let code = 0;

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    try {
      await close();
    } catch (err) {
      code = 1;
      log.error({ err }, 'the service could not be stopped in order');
    }
    process.exit(code);
  }

  onDefect((err) =>
    log.error({ err }, 'something failed that nothing waits for: this is a defect of Octavo; the service goes on'),
  );
  for (const event of ['unhandledRejection', 'uncaughtException']) process.removeAllListeners(event);
  process.on('unhandledRejection', reportDefect);
  process.on('uncaughtException', (err) => {
    code = 1;
    log.fatal(
      { err },
      'an exception was not caught: this is a defect of Octavo; the process ends after running requests',
    );
    inBackground(stop());
  });
  return {
    stopOnSignals(closing) {
      close = closing;
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.once(signal, () => {
          if (!isStopping) log.info('stopping');
          inBackground(stop());
        });
      }
    },
  };
}
