import type { Logger } from 'pino';

/** The maximum duration of a stop in milliseconds. */
const STOP_WITHIN = 4_600;

/**
 * On SIGTERM or SIGINT: closes and exits the process. A second signal exits immediately.
 *
 * @param close waits for running requests
 */
export function stopOnSignals(close: () => Promise<unknown>, log: Logger): void {
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    await close();
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}
