import { readdirSync, readFileSync } from 'node:fs';

/**
 * Starts to measure time. What the threads of this process wait for the processor does not count, so that other programs
 * on a busy machine fail no test of durations. Linux tells it; elsewhere all time counts.
 *
 * @param pids processes whose waiting does not count either
 * @returns the milliseconds since the start
 */
export function stopwatch(...pids: (number | undefined)[]): () => number {
  const processes = [process.pid, ...pids].map((pid) => `/proc/${pid}/task`);
  const waited = () => processes.reduce((sum, folder) => sum + waitingTime(folder), 0);
  const [start, waitedBefore] = [performance.now(), waited()];
  return () => performance.now() - start - Math.max(0, waited() - waitedBefore);
}

/** Milliseconds that all threads of a process waited until now; 0 when it has ended. */
function waitingTime(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + waitingTimeOf(`${folder}/${thread}/schedstat`), 0);
  } catch {
    return 0;
  }
}

/** Time on the processor, time waiting for it, both in nanoseconds, and number of slices. */
function waitingTimeOf(file: string): number {
  const [, waiting = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return waiting / 1e6;
}
