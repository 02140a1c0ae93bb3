// npm run fuzz -- [count] [seed]: random requests against a real server process; ends with 1 on any 5xx or a crash.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

import { KNOWN_POST, randomRequest, type RandomRequest } from './random-requests.ts';

const [count = 100_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const LONGEST = 600_000; // milliseconds
const AT_ONCE = 16;
/** Requests per seed. */
const CHUNK = 1000;
const PASSWORD = 'correct horse battery';
const METRICS_TOKEN = 'a token for metrics';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'octavo-fuzz-'));
const server = serve();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const statuses = new Map<number, number>();
const failures: string[] = [];
const progress = { sent: 0 };

try {
  const url = await addressOf(server);
  const token = await signIn(url);
  console.log(`${count} requests, seed ${seed}, against ${url}`);
  const begun = performance.now();
  const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  await send(url, 'POST', '/api/posts', json, JSON.stringify({ id: KNOWN_POST, title: 'Known', content: 'Some text' }));
  await report(url, 'at the start');
  const goesOn = () => performance.now() - begun < LONGEST && server.exitCode === null && failures.length < 10;
  while (progress.sent < count && goesOn()) {
    const before = progress.sent;
    await sendChunk(url, token, seed + progress.sent / CHUNK);
    if (crossed(before, count / 2)) await report(url, 'in the middle');
  }
  const seconds = (performance.now() - begun) / 1000;
  await report(url, 'in the end');
  console.log(`${progress.sent} requests in ${seconds.toFixed(0)} s, ${Math.round(progress.sent / seconds)} a second`);
} catch (error) {
  failures.push(`the server is gone: ${(error as Error).message}`);
} finally {
  agent.destroy();
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGTERM');
  else failures.push(`the server ended with ${server.exitCode ?? server.signalCode}`);
  await rm(folder, { recursive: true, force: true });
}
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join('  '),
);
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

function serve(): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'blog.db')}`,
    ADMIN_PASSWORD: PASSWORD,
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
  };
  return spawn(process.execPath, [main], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Resolves once it serves; what the server writes afterwards, which is errors only, goes on to the console. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('it ended before it served')));
    createInterface(stdout!).on('line', (line) => {
      const url = /^Octavo serves (\S+)$/.exec(line)?.[1];
      if (url === undefined) console.log(line.slice(0, 1000));
      else resolve(url);
    });
  });
}

async function signIn(url: string): Promise<string> {
  // The administrator is made right after the address is printed.
  for (let attempt = 0; attempt < 50; attempt++) {
    const headers = { 'content-type': 'application/json', ...address(attempt) };
    const answer = await send(url, 'POST', '/api/admin/login', headers, JSON.stringify({ password: PASSWORD }));
    const { token } = JSON.parse(answer.body) as { token?: string };
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Sign-in failed.');
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
  const headers = { ...one.headers, ...authorization, ...address(progress.sent) };
  const { status, body } = await send(url, one.method, one.path, headers, one.body);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status < 500) return;
  failures.push(`${status} ${body.slice(0, 300)} (seed ${chunkSeed}) to ${JSON.stringify(one).slice(0, 3000)}`);
}

/** Every request has another client IP, so that no rate limit answers first. */
function address(number: number): Record<string, string> {
  return { 'cf-connecting-ip': `11.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
}

function send(url: string, method: string, path: string, headers: Record<string, string>, body = '') {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const { hostname, port } = new URL(url);
    const options = { hostname, port, path, method, agent, headers: { ...headers, ...length } };
    const sending = request(options, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
    });
    // A refused body is not read to its end: the connection may be gone before all of it was written.
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve({ status: 0, body: '' });
      else reject(error);
    });
    sending.end(body);
  });
}

async function report(url: string, when: string): Promise<void> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await send(url, 'GET', '/metrics', headers);
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(body)?.[1] ?? Number.NaN) / 2 ** 20;
  const [resident, heap] = [figure('process_resident_memory_bytes'), figure('nodejs_heap_size_used_bytes')];
  console.log(
    `memory ${when}: ${resident.toFixed(0)} MiB resident, ${heap.toFixed(0)} MiB heap (after ${progress.sent})`,
  );
}

function crossed(before: number, at: number): boolean {
  return before < at && progress.sent >= at;
}
