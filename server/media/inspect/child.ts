// Runs in a process of its own (see inspector.ts): whatever a file does to the libraries that read it, this process can be
// ended. It does one task at a time.

import { editImage } from './edit-image.ts';
import { inspectFile } from './inspect-file.ts';
import { ALIVE, READY, TOO_LARGE, type FromChild, type Refusal, type ToChild } from './messages.ts';
import { makeSize } from './make-size.ts';
import { Damaged } from './damaged.ts';
import { TooLarge } from './too-large.ts';
import { Unsuitable } from './unsuitable.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** The most memory that the process may take, in bytes: 60 megapixels, twice, and the libraries. */
const MAX_RSS = 900 * 1024 * 1024;
const CHECK_MS = 50;
const ALIVE_MS = 1000;

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS) process.exit(TOO_LARGE);
}, CHECK_MS).unref();

process.on('message', (task: ToChild) => inBackground(answer(task)));
process.on('disconnect', () => process.exit());
process.send?.(READY);

async function answer(task: ToChild): Promise<void> {
  const sign = setInterval(() => process.send?.(ALIVE), ALIVE_MS);
  const outcome = await outcomeOf(task);
  clearInterval(sign);
  // Before the next file, so that the memory of one is enough.
  globalThis.gc?.();
  process.send?.(outcome);
}

async function outcomeOf(task: ToChild): Promise<FromChild> {
  try {
    if (task.what === 'inspect') return { ok: true, value: await inspectFile(task) };
    if (task.what === 'edit') return { ok: true, value: await editImage(task) };
    return { ok: true, value: await makeSize(task) };
  } catch (error) {
    return { ok: false, reason: refusalReason(error), message: error instanceof Error ? error.message : String(error) };
  }
}

function refusalReason(error: unknown): Refusal {
  if (error instanceof TooLarge) return 'too large';
  if (error instanceof Unsuitable) return 'unsuitable';
  return error instanceof Damaged ? 'damaged' : 'failed';
}
