import type { Logger } from 'pino';

/** Milliseconds after which a stop is no longer waited for. */
const STOP_WITHIN = 4_800;

/**
 * On SIGTERM or SIGINT: closes and ends the process. The same signal once more ends it at once.
 *
 * @param close lets what is under way finish
 * @param within milliseconds that this may take
 */
export function stopOnSignals(close: () => Promise<void>, log: Logger, within = STOP_WITHIN): void {
  let stopping = false;

  async function stop(): Promise<void> {
    // A worker hears a Ctrl+C in the terminal twice: by itself, and from the primary.
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    setTimeout(() => process.exit(1), within).unref();
    await close();
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}
