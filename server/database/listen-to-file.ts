import { EVERYTHING } from '../changes.ts';
import type { Listener } from './listener.ts';

/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 2000;

/**
 * The listener for SQLite. Usually one process serves a file and there is nothing to hear; but commands such as
 * `octavo admin unlock` write to it as well, and so does the old service during an upgrade.
 *
 * @param version changes with each commit of another process
 * @param hear told that anything may have changed; does not reject
 */
export function listenToFile(version: () => number, hear: (tags: readonly string[]) => Promise<void>): Listener {
  let known = version();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    try {
      const now = version();
      if (now === known) return;
      known = now;
      void hear([EVERYTHING]);
    } catch {
      // A file that cannot be read is reported elsewhere; the next look tries again.
    }
  }

  return {
    watch: () => undefined,
    async start() {
      timer = setInterval(look, LOOK_EVERY).unref();
    },
    isListening: () => true,
    close: () => clearInterval(timer),
  };
}
