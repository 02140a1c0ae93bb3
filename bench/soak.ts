// npm run bench -- soak [minutes] [requests a second] [addresses]: mixed reads, writes and views at a moderate rate, from
// addresses that come again; does anything grow?
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { metricsOf, signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { seed } from './seed.ts';
import { slugAt } from './seed-rows.ts';
import { soakReport, type Sample } from './soak-report.ts';
import { trafficRequest } from './traffic.ts';
import { memoryOf } from './usage.ts';
import { randomFrom } from '../test/support/random.ts';

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new Error('Say for how many minutes, such as: npm run bench -- soak 10');
const POSTS = 1000;
/** Requests a second. */
const RATE = Number(process.argv[3] ?? 100);
/** Client addresses, one after the other and then again from the first: as many as those of `start`. */
const ADDRESSES = Number(process.argv[4] ?? 50_000);
/** Requests under way at most; further ones are skipped, and counted. */
const AT_ONCE = 100;
/** Milliseconds between two looks at the clock, and between two samples. */
const TICK = 25;
const SAMPLE = Math.min(30_000, minutes * 15_000);

const random = randomFrom(1);
const counted = { sent: 0, left: 0, failed: 0, serverErrors: 0, waiting: 0 };

await inWorkshop(async (folder) => {
  const file = join(folder, 'blog.db');
  await seed(file, POSTS);
  const server = await startOctavo(file);
  const token = await signIn(server);
  console.log(`${minutes} minutes, ${RATE} requests a second`);
  const samples = await Promise.race([soak(server, token), server.ended]);
  await publish('soak', soakReport(samples, { ...counted, minutes, rate: RATE, addresses: ADDRESSES }), {
    keep: minutes >= 10,
  });
  if (counted.serverErrors + counted.failed > 0) process.exitCode = 1;
});

async function soak(server: Octavo, token: string): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  await fillCaches(server, agent);
  const samples: Sample[] = [];
  const begun = performance.now();
  for (let passed = 0; passed < minutes * 60_000; passed = performance.now() - begun) {
    while (counted.sent + counted.left < (passed / 1000) * RATE) sendOne(server, token, agent);
    if (passed >= (samples.length + 1) * SAMPLE) samples.push(await look(server, passed / 1000));
    await wait(TICK);
  }
  samples.push(await look(server, minutes * 60));
  agent.destroy();
  return samples;
}

/** Reads every post once: rare ones would fill the cache of responses for hours. */
async function fillCaches({ url }: Octavo, agent: Agent): Promise<void> {
  for (let at = 0; at < POSTS; at++) {
    const slug = slugAt(at);
    const paths = [`/posts/${slug}`, `/api/posts/${slug}`, `/api/posts/${slug}/comments`];
    await Promise.all(paths.map((path) => send(url + path, { headers: clientAddress(255, at), agent })));
  }
}

function sendOne({ url }: Octavo, token: string, agent: Agent): void {
  if (counted.waiting >= AT_ONCE) {
    counted.left += 1;
    return;
  }
  const number = counted.sent++;
  const { path, ...options } = trafficRequest(number, random());
  const authorization: Record<string, string> = options.method === 'PUT' ? { authorization: `Bearer ${token}` } : {};
  const visitor = number % ADDRESSES;
  const headers = { ...clientAddress(visitor >> 16, visitor), ...authorization };
  counted.waiting += 1;
  send(url + path, { ...options, headers, agent })
    .then(
      ({ status, body }) => {
        if (status < 500) return;
        counted.serverErrors += 1;
        console.log(path, status, body.toString());
      },
      () => {
        counted.failed += 1;
      },
    )
    .finally(() => {
      counted.waiting -= 1;
    });
}

async function look(server: Octavo, seconds: number): Promise<Sample> {
  const figure = await metricsOf(server);
  const sample = {
    seconds: Math.round(seconds),
    resident: memoryOf(server.pid).now,
    heap: figure('nodejs_heap_size_used_bytes') / 2 ** 20,
    external: figure('nodejs_external_memory_bytes') / 2 ** 20,
    delay: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
    longestDelay: figure('nodejs_eventloop_lag_max_seconds') * 1000,
    sent: counted.sent,
    serverErrors: counted.serverErrors,
  };
  console.log(
    `${sample.seconds} s: ${sample.resident.toFixed(0)} MiB resident, ${sample.heap.toFixed(0)} heap, ${sample.external.toFixed(0)} external, loop`,
    `${sample.delay.toFixed(1)} ms late, ${sample.longestDelay.toFixed(1)} at most, ${sample.serverErrors} times 5xx`,
  );
  return sample;
}
