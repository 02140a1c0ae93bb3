// The thread that cleans one SVG (see svg-budget.ts): it says when its modules are loaded, and posts the result.
import { parentPort, workerData } from 'node:worker_threads';

import { Damaged } from './damaged.ts';
import { cleanSvg, type CleanSvg } from './svg.ts';
import { TooLarge } from './too-large.ts';

/** A message of the thread. */
export type FromSvgThread = 'ready' | { clean: CleanSvg } | { error: string; isTooLarge: boolean };

post('ready');
post(outcome(workerData as Uint8Array));

function outcome(bytes: Uint8Array): FromSvgThread {
  try {
    return { clean: cleanSvg(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    // Deeply nested elements overflow the stack.
    if (!(error instanceof TooLarge || error instanceof Damaged || error instanceof RangeError)) throw error;
    return { error: error.message, isTooLarge: error instanceof TooLarge };
  }
}

function post(message: FromSvgThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
