// npm run bench -- fuzz [count] [seed]: random requests against a real server process; ends with 1 on any 5xx or a crash.
import { Agent } from 'node:http';
import { join } from 'node:path';

import fc from 'fast-check';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { metricsOf, signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { KNOWN_POST, randomRequest, type RandomRequest } from '../test/support/random-requests.ts';

const [count = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const LONGEST = 600_000; // milliseconds
const AT_ONCE = 16;
/** Requests per seed. */
const CHUNK = 1000;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const statuses = new Map<number, number>();
const failures: string[] = [];
const progress = { sent: 0 };

await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'blog.db'), { env: { LOG_LEVEL: 'error' }, prints: true });
  const token = await signIn(octavo);
  console.log(`${count} requests, seed ${seed}, against ${octavo.url}`);
  const begun = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const json = { id: KNOWN_POST, title: 'Known', content: 'Some text' };
  await send(`${octavo.url}/api/posts`, { method: 'POST', headers, json });
  await report(octavo, 'at the start');
  try {
    await Promise.race([sendAll(octavo, token, begun), octavo.ended]);
    const seconds = (performance.now() - begun) / 1000;
    await report(octavo, 'in the end');
    console.log(
      `${progress.sent} requests in ${seconds.toFixed(0)} s, ${Math.round(progress.sent / seconds)} a second`,
    );
  } catch (error) {
    failures.push(`the server is gone: ${(error as Error).message}`);
  }
  agent.destroy();
});
const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
console.log(counts.join('  '));
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function sendAll(octavo: Octavo, token: string, begun: number): Promise<void> {
  while (progress.sent < count && performance.now() - begun < LONGEST && failures.length < 10) {
    const before = progress.sent;
    await sendChunk(octavo.url, token, seed + progress.sent / CHUNK);
    if (before < count / 2 && progress.sent >= count / 2) await report(octavo, 'in the middle');
  }
}

async function sendChunk(url: string, token: string, chunkSeed: number): Promise<void> {
  const waiting = fc.sample(randomRequest, {
    seed: Math.floor(chunkSeed),
    numRuns: Math.min(CHUNK, count - progress.sent),
  });
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await probe(url, token, one, Math.floor(chunkSeed));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function probe(url: string, token: string, one: RandomRequest, chunkSeed: number): Promise<void> {
  progress.sent += 1;
  const authorization: Record<string, string> = one.signedIn ? { authorization: `Bearer ${token}` } : {};
  // Every request has another client IP, so that no rate limit answers first.
  const headers = { ...one.headers, ...authorization, ...clientAddress(progress.sent >> 16, progress.sent) };
  const { method, path, body } = one;
  const answer = await send(url, { method, path, headers, body, agent }).catch(unlessRefused);
  const status = answer?.status ?? 0;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (!answer || status < 500) return;
  const text = answer.body.toString().slice(0, 300);
  failures.push(`${status} ${text} (seed ${chunkSeed}) to ${JSON.stringify(one).slice(0, 3000)}`);
}

/** A refused body is not read to its end: the connection may be gone before all of it was written. */
function unlessRefused(error: NodeJS.ErrnoException): null {
  if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) throw error;
  return null;
}

async function report(octavo: Octavo, when: string): Promise<void> {
  const figure = await metricsOf(octavo);
  const mebibytes = (name: string) => `${(figure(name) / 2 ** 20).toFixed(0)} MiB`;
  const [resident, heap] = ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'].map(mebibytes);
  console.log(`memory ${when}: ${resident} resident, ${heap} heap (after ${progress.sent})`);
}
