import { readdirSync, readFileSync } from 'node:fs';

/**
 * Starts a stopwatch. It excludes the time in which threads of this process wait for a processor, so that other programs
 * on a busy machine do not fail tests of durations. Only Linux reports it; elsewhere all time counts.
 *
 * @param pids processes whose waiting is excluded as well
 * @returns the milliseconds since the start
 */
export function stopwatch(...pids: (number | undefined)[]): () => number {
  const processes = [process.pid, ...pids].map((pid) => `/proc/${pid}/task`);
  const waited = () => processes.reduce((sum, folder) => sum + waitingTime(folder), 0);
  const [start, waitedBefore] = [performance.now(), waited()];
  return () => performance.now() - start - Math.max(0, waited() - waitedBefore);
}

/** The milliseconds that all threads of a process have waited so far; 0 if it has ended. */
function waitingTime(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + waitingTimeOf(`${folder}/${thread}/schedstat`), 0);
  } catch {
    return 0;
  }
}

/** Nanoseconds on the processor, nanoseconds waiting for it, and number of time slices. */
function waitingTimeOf(file: string): number {
  const [, waiting = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return waiting / 1e6;
}
