import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The utilization of the event loop above which requests have to wait. */
const BUSY = 0.8;
/**
 * Bytes a second of all uploads together while it is busy. A photo of 5 MB takes 80 ms of processor time, its record
 * included: this is 2 % of a core, and the process that reads the file takes as much. Cached reads keep 0.93 of their rate, at
 * twice as much 0.88.
 */
const BUSY_RATE = 1024 * 1024;
/** Milliseconds between two measurements of the event loop. */
const MEASURE_EVERY = 50;

const { eventLoopUtilization } = performance;
const state = { seen: eventLoopUtilization(), seenAt: 0, isBusy: false, freeAt: 0 };

/** Waits before more of an upload is read, so that reads do not wait for uploads when the service is at its limit. */
export async function paceUpload(bytes: number): Promise<void> {
  const now = performance.now();
  if (now - state.seenAt > MEASURE_EVERY) {
    const current = eventLoopUtilization();
    state.isBusy = eventLoopUtilization(current, state.seen).utilization > BUSY;
    state.seen = current;
    state.seenAt = now;
  }
  if (!state.isBusy) return;
  state.freeAt = Math.max(state.freeAt, now) + (bytes / BUSY_RATE) * 1000;
  await sleep(state.freeAt - now);
}
