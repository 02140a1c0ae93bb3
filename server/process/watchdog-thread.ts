import { write } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import type { WatchdogData } from './watchdog.ts';

/** The timeout for writing the log line in milliseconds: its reader may be blocked. */
const LOG_WITHIN = 1000;

const { shared, every, most } = workerData as WatchdogData;
const beats = new Int32Array(shared);
let last = Atomics.load(beats, 0);
let missed = 0;

const watching = setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === last ? missed + 1 : 0;
  last = now;
  if (missed < most) return;
  clearInterval(watching);
  const seconds = (most * every) / 1000;
  const msg = `the event loop has been stuck for ${seconds} s: the process ends, so that its supervisor starts it again`;
  // The logger runs in the blocked thread, so this writes directly.
  write(1, `${JSON.stringify({ level: 60, time: Date.now(), msg })}\n`, end);
  setTimeout(end, LOG_WITHIN);
}, every);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('watching');

function end(): void {
  // Any other way would wait for the event loop.
  process.kill(process.pid, 'SIGKILL');
}
