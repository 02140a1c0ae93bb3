// npm run bench -- writes [rounds] [url of an empty PostgreSQL database]: the CPU time of writes, beside the last release
// in the same run, and how long readers wait beside hundreds of writes at once. Both are installed from packed files.
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { freePort, PASSWORD, signIn, untilReady } from './octavo.ts';
import { installLastRelease, installThis } from './packages.ts';
import { inWorkshop, start } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';
import { processorSeconds } from './usage.ts';
import { randomFrom } from '../test/support/random.ts';
import { paragraph } from './words.ts';

const [roundsText = '5', postgres] = process.argv.slice(2);
const ROUNDS = Number(roundsText);
/** Writes of one kind in a round. */
const WRITES = 100;
/** Milliseconds after a round, in which texts are rendered: that belongs to a write. */
const SETTLE = 1500;
const POSTS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 1200 });

interface Server {
  name: string;
  url: string;
  pid: number;
  token: string;
  stop(): Promise<void>;
}

type Write = (server: Server, number: number) => Promise<number>;

let made = 0;
const random = randomFrom(1);
const [long, short] = [20_000, 1000].map((length) => Array.from({ length: 40 }, () => textOf(length)));

/** Paragraphs with headings, links and emphasis. */
function textOf(length: number): string {
  let text = '';
  for (let at = 0; text.length < length; at++) {
    const link = at % 3 === 0 ? ' [A link](https://example.com/page), *emphasis* and `code`.' : '';
    text += `${at % 6 === 0 ? '## A heading\n\n' : ''}${paragraph(random, 60)}${link}\n\n`;
  }
  return text.slice(0, length);
}

const change = (texts: readonly string[], first: number, posts: number): Write => {
  return (server, number) =>
    call(server, 'PUT', `/api/posts/post-${first + (number % posts)}`, { content: texts[(number * 7) % texts.length] });
};
const kinds: Record<string, Write> = {
  'create, 1 kB': (server, number) =>
    call(server, 'POST', '/api/posts', { title: `New ${made++}`, content: short![number % 40], status: 'published' }),
  'change, 20 kB': change(long!, 0, 20),
  'change, 1 kB': change(short!, 50, 50),
  comment: (server) => call(server, 'POST', '/api/posts/post-0/comments', { author: 'Ada', content: `New ${made++}` }),
};
const bursts: Record<string, [writes: number, write: Write]> = {
  '300 changes of one post, 20 kB': [300, change(long!, 0, 1)],
  '500 changes of 20 posts, 20 kB': [500, change(long!, 0, 20)],
  '500 changes of 100 posts, 1 kB': [500, change(short!, 0, 100)],
  '1,000 comments': [1000, kinds['comment']!],
};

await inWorkshop(async (folder) => {
  const last = await installLastRelease(folder);
  const here = await installThis(folder);
  const servers = [await begin('this', here.command, folder), await begin(last.version, last.command, folder)];
  await Promise.all(servers.map(fill));
  const taken = new Map(servers.map(({ name }) => [name, new Map<string, number[]>()]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, write] of Object.entries(kinds)) {
      for (const server of servers) {
        const figures = taken.get(server.name)!;
        figures.set(kind, [...(figures.get(kind) ?? []), await costOf(server, () => oneAfterAnother(server, write))]);
      }
    }
  }
  const atOnce: string[][] = [];
  for (const [kind, [writes, write]] of Object.entries(bursts)) {
    for (const server of servers) atOnce.push(await burst(server, kind, writes, write));
  }
  for (const { stop } of servers) await stop();
  await report(taken, atOnce, last.version);
});

async function begin(name: string, command: string, folder: string): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = postgres === undefined ? `sqlite:${join(folder, `${name}.db`)}` : `${postgres}_${name}`;
  const env = {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    MEDIA_URL: `file:${join(folder, `media-${name}`)}`,
    SITE_URL: 'https://blog.example',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
  };
  const running = start(pathToFileURL(command), { core: 'server', env, args: ['start'], cwd: folder });
  await Promise.race([untilReady(url, performance.now()), running.ended]);
  return { name, url, pid: running.pid, token: await signIn({ url }), stop: running.stop };
}

async function fill(server: Server): Promise<void> {
  for (let number = 0; number < POSTS; number++) {
    const fields = { id: `post-${number}`, title: `Post ${number}`, status: 'published' };
    await call(server, 'POST', '/api/posts', { ...fields, content: (number < 20 ? long! : short!)[number % 40] });
  }
}

async function call({ url, token }: Server, method: string, path: string, json: unknown): Promise<number> {
  const address = (made += 1);
  const headers = { ...clientAddress(address >> 16, address & 0xffff), authorization: `Bearer ${token}` };
  return (await send(url + path, { method, headers, json, agent })).status;
}

async function oneAfterAnother(server: Server, write: Write): Promise<number> {
  for (let number = 0; number < WRITES; number++) {
    const status = await write(server, number);
    if (status >= 300) throw new Error(`A write was answered ${status}.`);
  }
  return WRITES;
}

/** Milliseconds of CPU time per write, with all threads. */
async function costOf({ pid }: Server, writing: () => Promise<number>): Promise<number> {
  const before = processorSeconds(pid);
  const writes = await writing();
  await wait(SETTLE);
  return ((processorSeconds(pid) - before) * 1000) / writes;
}

async function burst(server: Server, kind: string, writes: number, write: Write): Promise<string[]> {
  const paths = ['/healthz', '/api/posts/gb-note/comments', '/api/posts?sort=date&pageSize='];
  const watch = new Worker(new URL('watch.ts', import.meta.url), {
    workerData: paths.map((path) => server.url + path),
  });
  await once(watch, 'online');
  // While the service settles, nobody would hear it.
  const told = once(watch, 'message');
  const statuses: Record<string, number> = {};
  const begun = performance.now();
  let seconds = 0;
  const cost = await costOf(server, async () => {
    const all = Array.from({ length: writes }, async (_, number) => {
      const status = await write(server, number);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
    await Promise.all(all);
    seconds = (performance.now() - begun) / 1000;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    watch.postMessage('over');
    return writes;
  });
  const [slowest] = (await told) as [number[]];
  return [kind, server.name, JSON.stringify(statuses), ...[seconds, cost, ...slowest].map(figure)];
}

async function report(taken: Map<string, Map<string, number[]>>, atOnce: string[][], version: string): Promise<void> {
  const rows = Object.keys(kinds).map((kind) => {
    const [ours = NaN, before = NaN] = ['this', version].map((name) => median(taken.get(name)!.get(kind)!));
    return [kind, figure(ours), figure(before), figure(ours / before)];
  });
  const engine = postgres === undefined ? 'SQLite' : 'PostgreSQL';
  await publish(
    `writes-${engine.toLowerCase()}`,
    {
      title: `Writes on ${engine}`,
      sections: [
        `CPU time of one write in milliseconds, one after the other: the median of ${ROUNDS} rounds of ${WRITES}, in turns, with the rendering of the text. Both are installed from packed files.`,
        table(['write', 'this', version, 'ratio'], rows),
        'Many at once; the slowest answers of readers during that time in milliseconds. The uncached read differs each time.',
        table(['writes', 'of', 'answers', 'seconds', 'CPU ms', '/healthz', 'cached read', 'uncached read'], atOnce),
      ],
    },
    { keep: ROUNDS >= 5 },
  );
}
