import { EVERYTHING } from '../changes.ts';
import type { Listener } from './listener.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** The polling interval. */
const CHECK_INTERVAL_MS = 2000;

/**
 * The listener for SQLite. Usually one process serves a file, and there are no foreign commits; but commands such as
 * `octavo admin unlock` write to it as well, and so does the old service during an upgrade.
 *
 * @param version changes with each commit of another process
 * @param hear called when anything may have changed; must not reject
 */
export function listenToFile(version: () => number, hear: (tags: readonly string[]) => Promise<void>): Listener {
  let known = version();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    try {
      const now = version();
      if (now === known) return;
      known = now;
      inBackground(hear([EVERYTHING]));
    } catch {
      // Another part reports a file that cannot be read; the next check retries.
    }
  }

  return {
    async start() {
      timer = setInterval(check, CHECK_INTERVAL_MS).unref();
    },
    isListening: () => true,
    async close() {
      clearInterval(timer);
    },
  };
}
