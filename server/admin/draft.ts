import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two signs of life of whoever builds, and between two looks of whoever waits. */
const BEAT = 1000;
const LOOK = 200;
/** Without a sign of life for so many milliseconds, whoever built is gone. */
const GONE = 15_000;

/** A folder in which one process builds, while others wait for it. */
export interface Draft {
  folder: string;
  /** Lets the next one build; removes what is there. */
  giveUp(): Promise<void>;
}

/**
 * Makes the folder, unless somebody else is building in it: then waits for them.
 *
 * @param isDone whether they are through
 * @returns null when they are
 */
export async function claimDraft(folder: string, isDone: () => Promise<boolean>): Promise<Draft | null> {
  while (!(await isDone())) {
    if (await isMade(folder)) return keepAlive(folder);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > GONE) await rm(folder, { recursive: true, force: true });
    else await wait(LOOK);
  }
  return null;
}

function keepAlive(folder: string): Draft {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(folder, now, now).catch(() => undefined);
  }, BEAT).unref();
  return {
    folder,
    async giveUp() {
      clearInterval(beat);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of several processes exactly one makes it. */
function isMade(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
