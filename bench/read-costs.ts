// npm run bench -- reads [--short] [--pairs 11] [--requests 4000] [--connections 50] [--addresses 4000] [--encoding gzip] [--edits 50]:
// the CPU time of a cached read, beside a bare node:http server that sends the same headers and bytes, and the last release.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { editPosts, type Edits } from './edits.ts';
import { clientAddress, ownHeaders, send } from '../test/support/plain-http.ts';
import { KeepAliveClient } from './keep-alive.ts';
import { freePort, PASSWORD, signIn, untilReady } from './octavo.ts';
import { installLastRelease, installThis } from './packages.ts';
import { inWorkshop, start, type Running } from './processes.ts';
import { publish } from './results.ts';
import { median, percentile } from './statistics.ts';
import { figure, table } from './table.ts';
import { processorMicroseconds } from './usage.ts';
import { randomFrom } from '../test/support/random.ts';
import { markdown } from './words.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Three pairs of three reads, without the last release. */
    short: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '11' },
    /** Of a round; default: 4,000, or 16,000 beside edits, whose own cost else outweighs the reads and is not the same twice. */
    requests: { type: 'string' },
    connections: { type: 'string', default: '50' },
    addresses: { type: 'string', default: '4000' },
    encoding: { type: 'string', default: 'identity' },
    only: { type: 'string', default: '' },
    /** Edits a second of other posts; what they cost alone is not counted. */
    edits: { type: 'string', default: '0' },
    /** Compares this checkout with itself: the ratio must be 1. */
    itself: { type: 'boolean', default: false },
  },
});
const [PAIRS, REQUESTS, CONNECTIONS, ADDRESSES] = [
  values.short ? '3' : values.pairs,
  values.requests ?? (values.edits === '0' ? '4000' : '16000'),
  values.connections,
  values.addresses,
].map(Number) as [number, number, number, number];
/** Flags of Node. */
const watchGc = ['--import', new URL('gc-time.ts', import.meta.url).href];
const POSTS = 60;
const COMMENTS = 20;

const paths = {
  list: '/api/posts',
  post: '/api/posts/post-7',
  comments: '/api/posts/post-7/comments',
  search: '/api/search?q=post',
  feed: '/feed.xml',
  page: '/posts/post-7',
};
type Read = keyof typeof paths;
const SHORT = new Set<string>(['list', 'post', 'page']);

interface Server {
  name: string;
  url: string;
  running: Running;
  client: KeepAliveClient;
  gcFile: string;
  asked: number;
  edits?: Edits;
}

/** Of one run, in microseconds of a request. */
interface Cost {
  cpu: number;
  gc: number;
}

await inWorkshop(async (folder) => {
  const here = await installThis(folder);
  const last = values.itself || values.short ? { ...here, version: 'itself' } : await installLastRelease(folder);
  const octavos = [
    await startPackage('this', here.command, folder),
    await startPackage(last.version, last.command, folder),
  ];
  const costs = new Map<Read, Map<string, Cost[]>>();
  for (const [read, path] of Object.entries(paths) as [Read, string][]) {
    if (!read.includes(values.only) || (values.short && !SHORT.has(read))) continue;
    const bare = await startBare(read, path, octavos[0]!.url, folder);
    costs.set(read, await compare([octavos[0]!, bare, octavos[1]!], path));
    await bare.running.stop();
  }
  for (const { running } of octavos) await running.stop();
  await report(costs, last.version);
});

async function startPackage(name: string, command: string, folder: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gcFile = join(folder, `${name}.gc`);
  const env = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
    MEDIA_URL: `file:${join(folder, `media-${name}`)}`,
    SITE_URL: 'https://blog.example',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
    GC_TIME_FILE: gcFile,
  };
  const running = start(pathToFileURL(command), { core: 'server', env, flags: watchGc, args: ['start'], cwd: folder });
  await Promise.race([untilReady(url, performance.now()), running.ended]);
  const authorization = `Bearer ${await signIn({ url })}`;
  await fill(url, authorization);
  const ids = Array.from({ length: POSTS / 2 }, (_, at) => `post-${at + POSTS / 2}`);
  const edits = Number(values.edits) > 0 && editPosts({ url, authorization, ids }, Number(values.edits), running.pid);
  return { name, url, running, client: new KeepAliveClient(url), gcFile, asked: 0, ...(edits && { edits }) };
}

/** Sends what Octavo sent, header by header. */
async function startBare(read: Read, path: string, url: string, folder: string): Promise<Server> {
  const headers = { ...clientAddress(255, 1), 'accept-encoding': values.encoding };
  const answer = await send(url + path, { headers });
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}.`);
  const gcFile = join(folder, `bare-${read}.gc`);
  const env = { GC_TIME_FILE: gcFile };
  const running = start(new URL('servers/bare.ts', import.meta.url), {
    core: 'server',
    channel: true,
    env,
    flags: watchGc,
  });
  const bare = await running.ask<{ url: string }>({
    status: 200,
    headers: ownHeaders(answer),
    body: answer.body.toString('base64'),
  });
  return { name: 'bare', url: bare.url, running, client: new KeepAliveClient(bare.url), gcFile, asked: 0 };
}

async function fill(url: string, authorization: string): Promise<void> {
  const random = randomFrom(1);
  for (let number = 0; number < POSTS; number++) {
    const json = { id: `post-${number}`, title: `Post ${number}`, status: 'published', content: markdown(random) };
    await send(`${url}/api/posts`, { method: 'POST', json, headers: { ...clientAddress(254, number), authorization } });
  }
  for (let number = 0; number < COMMENTS; number++) {
    const json = { author: 'Ada', content: `Comment ${number}: a sentence or two, as long as most comments are.` };
    await send(`${url}/api/posts/post-7/comments`, { method: 'POST', json, headers: clientAddress(253, number) });
  }
  await wait(3000);
}

/** In turns, so that what disturbs the machine meets all of them; the first run of each is not counted. */
async function compare(servers: Server[], path: string): Promise<Map<string, Cost[]>> {
  const costs = new Map(servers.map(({ name }) => [name, [] as Cost[]]));
  for (const { edits, url } of servers) await edits?.warm(() => send(url + path, { headers: clientAddress(251, 1) }));
  for (let pair = -1; pair < PAIRS; pair++) {
    const order = pair % 2 === 0 ? servers : servers.toReversed();
    for (const server of order) {
      const cost = await measure(server, path);
      if (pair >= 0) costs.get(server.name)!.push(cost);
    }
  }
  return costs;
}

async function measure(server: Server, path: string): Promise<Cost> {
  const { pid } = server.running;
  const headers = { 'accept-encoding': values.encoding };
  const gcBefore = await gcTime(server);
  const read = async (): Promise<void> => {
    const sizes = { count: REQUESTS, connections: CONNECTIONS, addresses: ADDRESSES };
    const failed = await server.client.send({ path, headers, ...sizes, from: server.asked });
    if (failed > 0) throw new Error(`${failed} of ${REQUESTS} answers of ${server.name} to ${path} were no success.`);
  };
  const cpu = server.edits ? await server.edits.beside(read) : await processorTime(pid, read);
  server.asked += REQUESTS;
  return { cpu: cpu / REQUESTS, gc: ((await gcTime(server)) - gcBefore) / REQUESTS };
}

/** The CPU time that a process takes meanwhile, in microseconds. */
async function processorTime(pid: number, work: () => Promise<void>): Promise<number> {
  const before = processorMicroseconds(pid);
  await work();
  return processorMicroseconds(pid) - before;
}

/** Microseconds. */
async function gcTime({ running, gcFile }: Server): Promise<number> {
  await rm(gcFile, { force: true });
  process.kill(running.pid, 'SIGUSR2');
  for (;;) {
    await wait(20);
    const written = await readFile(gcFile, 'utf8').catch(() => '');
    if (written !== '') return Number(written) * 1000;
  }
}

async function report(costs: Map<Read, Map<string, Cost[]>>, version: string): Promise<void> {
  const rows = [...costs].map(([read, byServer]) => {
    const [ours, bare, before] = ['this', 'bare', version].map((name) => byServer.get(name)!);
    const toBare = ours!.map(({ cpu }, at) => bare![at]!.cpu / cpu).sort((a, b) => a - b);
    const beforeToBare = before!.map(({ cpu }, at) => bare![at]!.cpu / cpu);
    const share = (some: Cost[]) => median(some.map(({ gc, cpu }) => (100 * gc) / cpu));
    return [
      read,
      ...[ours!, bare!, before!].map((some) => figure(median(some.map(({ cpu }) => cpu)))),
      figure(median(toBare)),
      `${figure(percentile(toBare, 0.1))}–${figure(percentile(toBare, 0.9))}`,
      figure(median(beforeToBare)),
      figure(median(ours!.map(({ cpu }, at) => before![at]!.cpu / cpu))),
      ...[ours!, before!].map((some) => figure(share(some))),
    ];
  });
  const head = [
    'read',
    'this, µs',
    'node:http, µs',
    `${version}, µs`,
    'node:http / this',
    'spread',
    `node:http / ${version}`,
    `${version} / this`,
    'GC %',
    `GC % of ${version}`,
  ];
  await publish(
    'reads',
    {
      title: 'The CPU time of cached reads',
      sections: [
        [
          `Medians of ${PAIRS} rounds of ${REQUESTS} requests in turns, over ${CONNECTIONS} connections, from ${ADDRESSES} client IPs,`,
          `Accept-Encoding: ${values.encoding}. node:http sends the same headers and bytes. The spread is from the tenth to the`,
          'ninetieth percentile of the rounds.',
        ].join('\n'),
        table(head, rows),
      ],
    },
    // Without options.
    { keep: process.argv.length === 2 },
  );
}
