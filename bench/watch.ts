import { parentPort, workerData } from 'node:worker_threads';

import { send } from '../test/support/plain-http.ts';

/**
 * A thread that asks for the addresses in `workerData`, each again and again, until it is told to stop; one that ends with
 * `=` gets another number from 1 to 100 each time. Then it tells
 * how long the slowest answer of each took, in milliseconds. A thread of its own: the one that sends hundreds of writes
 * at once is too busy to read answers.
 */

const over = new AbortController();
parentPort!.once('message', () => over.abort());
const slowest = await Promise.all((workerData as string[]).map(slowestOf));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(slowest);

async function slowestOf(url: string): Promise<number> {
  let longest = 0;
  for (let number = 0; !over.signal.aborted; number++) {
    const headers = { 'cf-connecting-ip': `10.255.${(number >> 8) & 255}.${number & 255}` };
    const begun = performance.now();
    await send(url.endsWith('=') ? `${url}${(number % 100) + 1}` : url, { headers });
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}
