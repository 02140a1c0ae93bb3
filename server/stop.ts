import type { Logger } from 'pino';

/** Milliseconds after which a stop is no longer waited for. */
const STOP_WITHIN = 4_600;

/**
 * On SIGTERM or SIGINT: closes and ends the process. The same signal once more ends it at once.
 *
 * @param close lets what is under way finish
 */
export function stopOnSignals(close: () => Promise<void>, log: Logger): void {
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
