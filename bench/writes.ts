import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { publish } from './results.ts';

/** Prints how long writes take, and for how long 500 and 745 of them at once hold up what does not write. */

const SEQUENTIAL = 200;
const AT_ONCE = [500, 745];

interface Burst {
  writes: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** The slowest answers during it, in milliseconds. */
  slowestHealth: number;
  slowestCachedRead: number;
  seconds: number;
}

let address = 0;

async function send(octavo: Octavo, method: string, path: string, body?: unknown, token?: string): Promise<number> {
  address += 1;
  const response = await fetch(octavo.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function medianOf(write: (number: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < SEQUENTIAL; number++) {
    const begun = performance.now();
    const status = await write(number);
    if (status !== 201) throw new Error(`A write was answered ${status}.`);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[SEQUENTIAL / 2]!;
}

async function burst(octavo: Octavo, token: string, writes: number): Promise<Burst> {
  const statuses: Record<string, number> = {};
  const paths = ['/healthz', '/api/posts/gb-note/comments'];
  const watch = new Worker(new URL('watch.ts', import.meta.url), {
    workerData: paths.map((path) => octavo.url + path),
  });
  await once(watch, 'online');
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: writes }, async (_, number) => {
      const body = { title: `Changed ${number}`, content: 'Some words.' };
      const status = await send(octavo, 'PUT', `/api/posts/post-${number % SEQUENTIAL}`, body, token);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  watch.postMessage('over');
  const [[slowestHealth, slowestCachedRead]] = (await once(watch, 'message')) as [[number, number]];
  return { writes, statuses, slowestHealth, slowestCachedRead, seconds };
}

const folder = await mkdtemp(join(tmpdir(), 'octavo-writes-'));
const octavo = await startOctavo(join(folder, 'blog.db'));
const token = await signIn(octavo);
const post = (number: number) => ({
  id: `post-${number}`,
  title: `Post ${number}`,
  content: 'Some words. '.repeat(50),
});
const postMedian = await medianOf((number) => send(octavo, 'POST', '/api/posts', post(number), token));
const commentMedian = await medianOf((number) =>
  send(octavo, 'POST', '/api/posts/gb-note/comments', { author: 'Ada', content: `Comment ${number}` }),
);
const bursts: Burst[] = [];
for (const writes of AT_ONCE) bursts.push(await burst(octavo, token, writes));
await octavo.stop();
await rm(folder, { recursive: true, force: true });

const rows = bursts.map(
  ({ writes, statuses, slowestHealth, slowestCachedRead, seconds }) =>
    `| ${writes} | ${slowestHealth.toFixed(0)} | ${slowestCachedRead.toFixed(0)} | ${seconds.toFixed(1)} | ${JSON.stringify(statuses)} |`,
);
await publish(
  'writes',
  {
    title: 'Writes on SQLite',
    sections: [
      `One after the other over HTTP, the median of ${SEQUENTIAL}: a new post ${postMedian.toFixed(1)} ms, a comment ${commentMedian.toFixed(1)} ms.`,
      [
        '| updates at once | slowest /healthz ms | slowest cached read ms | seconds | answers |',
        '| --: | --: | --: | --: | --- |',
        ...rows,
      ].join('\n'),
    ],
  },
  { keep: process.argv.includes('--keep') },
);
