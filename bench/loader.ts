// The load of the benchmarks: a process that takes runs from its parent, one after the other, and ends with it.
import { once } from 'node:events';

import autocannon, { type Client, type Request, type Result } from 'autocannon';

import { clientAddress } from '../test/support/plain-http.ts';
import { CONNECTIONS, type Job, type Measured } from './load.ts';
import { percentile } from './statistics.ts';
import { processorSeconds } from './usage.ts';

/** More than any server here answers in a second: what the client addresses have to do for. */
const MOST_A_SECOND = 100_000;
/** Comments per client IP; the limit is 20 a minute. */
const COMMENTS_OF_ONE = 10;

process.on('message', (job) => {
  run(job as Job).then(
    (measured) => process.send?.(measured),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.once('disconnect', () => process.exit());

async function run(job: Job): Promise<Measured> {
  const { url, headers, warmUp, seconds } = job;
  const from = performance.now() + warmUp * 1000;
  const to = from + seconds * 1000;
  const latencies: number[] = [];
  const seen = { requests: 0, unexpected: 0 };

  // The end is called below; the duration is for the case that it is missed.
  const duration = warmUp + seconds + 5;
  const options = { url, headers, connections: CONNECTIONS, duration, sampleInt: 100, setupClient: spread(job) };
  const load = autocannon(options, () => undefined);
  const done = once(load, 'done') as Promise<[Result]>;
  load.on('response', (_client, status, _bytes, milliseconds) => {
    seen.requests += 1;
    if (status !== job.status) seen.unexpected += 1;
    const now = performance.now();
    if (now >= from && now < to) latencies.push(milliseconds);
  });
  const usage = measureUsage(job, () => load.stop());
  const [{ errors }] = await done;
  latencies.sort((a, b) => a - b);
  const { server, own } = usage();
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: (server / latencies.length) * 1e6,
    busy: server / seconds,
    loadBusy: own / seconds,
    requests: seen.requests,
    unexpected: seen.unexpected + errors,
  };
}

/** Gives each connection its own requests, ready-made, from client addresses of its own, enough that no limit is met. */
function spread({ limit, warmUp, seconds, block, commentOn }: Job): (client: Client) => void {
  const needed = Math.ceil((MOST_A_SECOND * (warmUp + seconds)) / limit / CONNECTIONS);
  const next = { connection: 0, comment: 0 };
  if (commentOn) {
    const setupRequest = (request: Request) => ({ ...request, ...writtenComment(commentOn, block, next.comment++) });
    return (client) => client.setRequests([{ setupRequest }]);
  }
  return (client) => {
    const connection = next.connection++;
    const addresses = Array.from({ length: needed }, (_, turn) =>
      clientAddress(block, turn * CONNECTIONS + connection),
    );
    client.setRequests(addresses.map((headers) => ({ headers })));
  };
}

function writtenComment(posts: string[], block: number, number: number): Request {
  return {
    method: 'POST',
    path: `/api/posts/${posts[number % posts.length]}/comments`,
    headers: { ...clientAddress(block, Math.floor(number / COMMENTS_OF_ONE)), 'content-type': 'application/json' },
    body: JSON.stringify({
      author: `Reader ${number}`,
      content: `Comment ${number} of run ${block}: a sentence or two, as long as most comments are. Thanks for writing!`,
    }),
  };
}

/** Takes processor times at both ends of the measurement, and calls the end. */
function measureUsage({ pid, warmUp, seconds }: Job, stop: () => void): () => { server: number; own: number } {
  const used: { server: number; own: number }[] = [];
  const look = () => used.push({ server: processorSeconds(pid), own: processorSeconds(process.pid) });
  setTimeout(look, warmUp * 1000);
  setTimeout(
    () => {
      look();
      stop();
    },
    (warmUp + seconds) * 1000,
  );
  return () => {
    const [before, after] = used;
    if (!before || !after) throw new Error('the load ended before its time');
    return { server: after.server - before.server, own: after.own - before.own };
  };
}
