import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How often the owner of the lock refreshes it, and how often others check it. */
const HEARTBEAT_MS = 1000;
const POLL_MS = 200;
/** A lock that was not refreshed for this long is stale: its process died. */
const STALE_AFTER_MS = 15_000;

/** A folder in which one process builds while others wait. Its modification time is the heartbeat. */
export interface BuildLock {
  folder: string;
  /** Removes the folder, so that another process can build. */
  release(): Promise<void>;
}

/**
 * Creates the folder, or waits while another process builds in it.
 *
 * @param isDone whether the build exists
 * @returns null as soon as it does
 */
export async function acquireBuildLock(folder: string, isDone: () => Promise<boolean>): Promise<BuildLock | null> {
  while (!(await isDone())) {
    if (await created(folder)) return keepAlive(folder);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_AFTER_MS) await rm(folder, { recursive: true, force: true });
    else await wait(POLL_MS);
  }
  return null;
}

function keepAlive(folder: string): BuildLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  return {
    folder,
    async release() {
      clearInterval(beat);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the folder; true in exactly one of several processes. */
function created(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
