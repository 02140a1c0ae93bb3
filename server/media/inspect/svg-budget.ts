import { Worker } from 'node:worker_threads';

import { inBackground } from '../../../routers/base/defects.ts';
import { programFile } from '../../process/package-files.ts';
import { Damaged } from './damaged.ts';
import type { FromSvgThread } from './svg-thread.ts';
import type { CleanSvg } from './svg.ts';
import { TooLarge } from './too-large.ts';
import { Unsuitable } from './unsuitable.ts';

/** The CPU time that the check of an SVG may take, in milliseconds: that of some 40,000 elements. */
const MAX_CPU = 2000;
const CHECK_MS = 50;
/** The heap of the thread, in megabytes. */
const MAX_HEAP = 512;
const THREAD = programFile('server/media/inspect/svg-thread.ts');

/**
 * Cleans an SVG (`cleanSvg`) in a thread, which is ended when it takes more than `MAX_CPU`: the process goes on with the
 * next file.
 *
 * @param bytes are handed over to the thread
 * @throws Damaged, TooLarge, Unsuitable
 */
export function cleanSvgWithin(bytes: Uint8Array<ArrayBuffer>): Promise<CleanSvg> {
  const thread = new Worker(THREAD, {
    workerData: bytes,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
  });
  let timer: NodeJS.Timeout | undefined;
  const result = new Promise<CleanSvg>((resolve, reject) => {
    thread.on('message', (message: FromSvgThread) => {
      if (message === 'ready') timer = whenUsed(MAX_CPU, () => reject(tooSlow()));
      else if ('clean' in message) resolve(message.clean);
      else reject(message.isTooLarge ? new TooLarge(message.error) : new Damaged(message.error));
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig() : error);
    });
  });
  return result.finally(() => {
    clearInterval(timer);
    inBackground(thread.terminate());
  });
}

/** Calls back once this process, which has nothing else to do, has used so much CPU time, in milliseconds. */
function whenUsed(most: number, callback: () => void): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > most) callback();
  }, CHECK_MS);
}

function tooSlow(): Unsuitable {
  return new Unsuitable(
    `The SVG takes more than ${MAX_CPU / 1000} s of CPU time to check: simplify the drawing, or upload it as PNG or WebP.`,
  );
}

function tooBig(): Unsuitable {
  return new Unsuitable('The SVG takes too much memory: simplify the drawing, or upload it as PNG or WebP.');
}
