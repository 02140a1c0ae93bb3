import { readFileSync } from 'node:fs';

/** When a process counts as stuck. Times are in seconds. */
export interface Patience {
  /** Between two looks. */
  every: number;
  /** Without progress, whatever the reason: it is stopped, or waits for what never comes. */
  still: number;
  /** The processor time that counts as progress: more than its own timers take in that time. */
  progress: number;
  /** The processor time between two signs of life: it is in an endless loop. The largest SVG takes 2 s. */
  loop: number;
  /** The processor time of a task: 60 megapixels of WebP that have to be turned upright take 50 s. */
  task: number;
}

/**
 * Time is processor time where the system tells it, so that a process that gets a tenth of a busy core is not taken for one
 * that is stuck.
 */
const PATIENCE: Patience = { every: 1, still: 20, progress: 0.05, loop: 15, task: 120 };

/** Clock ticks a second in /proc, on every Linux of today. */
const TICKS = 100;

/** Observes the progress of a task in another process. */
export interface Watched {
  /** The process has given a sign of life: its event loop turns. */
  alive(): void;
  stop(): void;
}

/**
 * Watches a process while it does a task.
 *
 * @param onStuck called once, when it makes no progress any more
 */
export function watchProgress(pid: number, onStuck: () => void, patience: Patience = PATIENCE): Watched {
  const { every, still, progress, loop, task } = patience;
  const began = cpuSeconds(pid) ?? 0;
  let [last, lastAlive] = [began, began];
  // Counts looks, not the clock: while this process or the machine stood still, so may the other one.
  let [quiet, looks] = [0, 0];

  const timer = setInterval(() => {
    looks += 1;
    const now = cpuSeconds(pid);
    if (now === null || now - last < progress) quiet += 1;
    else [last, quiet] = [now, 0];
    const used = now ?? looks * every;
    if (quiet * every < still && used - lastAlive < loop && used - began < task) return;
    clearInterval(timer);
    onStuck();
  }, every * 1000).unref();

  return {
    alive() {
      const now = cpuSeconds(pid);
      lastAlive = now ?? looks * every;
      // Without processor times, this is the only sign of progress.
      if (now === null) quiet = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** The processor time of a process with all its threads, in seconds; null when the system does not tell. */
function cpuSeconds(pid: number): number | null {
  try {
    // The name of the program may contain spaces.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Za-z] )/);
    const fields = rest.split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks / TICKS;
  } catch {
    return null;
  }
}
