// npm run bench -- start [starts] [seconds]: packs and installs the package in an empty folder, starts it with 1,000 posts
// beside a bare Koa, and looks at its memory at rest, after 50,000 reads, and at rest again.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { randomFrom } from '../test/support/random.ts';
import { KeepAliveClient } from './keep-alive.ts';
import { freePort, PASSWORD, untilReady } from './octavo.ts';
import { installThis } from './packages.ts';
import { inWorkshop, start } from './processes.ts';
import { publish } from './results.ts';
import { seed } from './seed.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';
import { trafficRequest } from './traffic.ts';
import { memoryOf, processorSeconds, residentParts } from './usage.ts';

const [starts = 15, rest = 150] = process.argv.slice(2).map(Number);
const POSTS = 1000;
/** Each from another address, of some 1,900 paths. */
const READS = 50_000;
const READS_OF_PATH = 10;

/** A server that `/readyz` answered 200. */
interface Begun {
  /** Milliseconds from the start of the process to that answer. */
  ready: number;
  /** Processor time until then, with all threads, in milliseconds. */
  processor: number;
}

await inWorkshop(async (folder) => {
  const installed = await install(folder);
  const file = join(folder, 'blog.db');
  await seed(file, POSTS);
  const koa = join(folder, 'koa.mjs');
  await writeFile(koa, koaSource());
  const begin = (script: string, args: string[] = []) => beginServer(script, args, folder, file);

  const octavo = () => begin(installed.command, ['start']);
  const first = await octavo();
  await first.stop();
  const taken = { octavo: [] as Begun[], koa: [] as Begun[] };
  for (let round = 0; round < starts; round++) {
    for (const [name, run] of [['koa', () => begin(koa)] as const, ['octavo', octavo] as const]) {
      const server = await run();
      taken[name].push({ ready: server.ready, processor: server.processor });
      // A start also caches what it compiled, at its end.
      await server.stop();
    }
  }
  const [, busy = NaN] = loadavg();
  const resting = [await begin(koa), await octavo()];
  await wait(rest * 1000);
  const memory = resting.map(({ pid }) => memoryNow(pid));
  const { pid, url } = resting[1]!;
  await readMuch(url);
  memory.push(memoryNow(pid));
  await wait(2 * rest * 1000);
  memory.push(memoryNow(pid));
  await report({ installed, first, taken, busy, memory });
});

async function install(folder: string) {
  const installed = await installThis(folder);
  const lock = JSON.parse(await readFile(join(installed.folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const [kilobytes = ''] = execFileSync('du', ['-sk', 'node_modules'], { cwd: installed.folder })
    .toString()
    .split('\t');
  return {
    ...installed,
    packed: installed.packed / 2 ** 20,
    mebibytes: Number(kilobytes) / 1024,
    packages: Object.keys(lock.packages).length,
  };
}

function memoryNow(pid: number) {
  return { all: memoryOf(pid).now, ...residentParts(pid) };
}

/** Reads as visitors do, compressed. */
async function readMuch(url: string): Promise<void> {
  const client = new KeepAliveClient(url);
  const random = randomFrom(1);
  for (let sent = 0, number = 0; sent < READS; number++) {
    const { method, path } = trafficRequest(number, random());
    if (method !== undefined) continue;
    const headers = { 'accept-encoding': 'gzip' };
    await client.send({
      path,
      headers,
      count: READS_OF_PATH,
      connections: READS_OF_PATH,
      addresses: READS,
      from: sent,
    });
    sent += READS_OF_PATH;
  }
  client.close();
}

/** A Koa that answers every request with two bytes. */
function koaSource(): string {
  return `import Koa from '${import.meta.resolve('koa')}';
    const app = new Koa();
    app.use((ctx) => void (ctx.body = 'ok'));
    app.listen(Number(process.env.PORT), '127.0.0.1');`;
}

async function beginServer(script: string, args: string[], cwd: string, file: string) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    DATABASE_URL: `sqlite:${file}`,
    SITE_URL: 'https://blog.example',
    ADMIN_PASSWORD: PASSWORD,
  };
  const begun = performance.now();
  const running = start(pathToFileURL(script), { core: 'both', env, args, cwd });
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([untilReady(url, begun), running.ended]);
  return { ...running, url, ready: performance.now() - begun, processor: processorSeconds(running.pid) * 1000 };
}

async function report({ installed, first, taken, busy, memory }: Measured): Promise<void> {
  const row = (name: string, ...all: Begun[]) => {
    const ready = all.map((one) => one.ready);
    const processor = median(all.map((one) => one.processor));
    return [name, ...[median(ready), Math.min(...ready), Math.max(...ready), processor].map(figure)];
  };
  const ratio = (of: (one: Begun) => number) => figure(median(taken.octavo.map(of)) / median(taken.koa.map(of)));
  const states = ['bare Koa', 'Octavo', `after ${READS.toLocaleString('en')} reads`, `${2 * rest} s later`];
  const rows = states.map((name, at) => {
    const { all, own, files } = memory[at]!;
    return [name, ...[all, own, files].map(figure)];
  });
  const { packages, mebibytes, packed, seconds } = installed;
  await publish(
    'start',
    {
      title: 'What the package costs before the first request',
      sections: [
        `The packed file has ${figure(packed)} MiB; installed with npm it is ${packages} packages, ${figure(mebibytes)} MiB on disk, in ${figure(seconds)} s.`,
        `From the start of the process until \`/readyz\` is 200, ${starts} starts in turns, ${POSTS} posts in SQLite, default settings, both cores; load average of the machine afterwards ${figure(busy)}. The first start compiles its code, and keeps that for the next ones where its folder is writable.`,
        table(
          ['milliseconds', 'median', 'fastest', 'slowest', 'processor time'],
          [row('bare Koa', ...taken.koa), row('Octavo', ...taken.octavo), row('Octavo, first start', first)],
        ),
        `Octavo takes ${ratio(({ ready }) => ready)} times as long as bare Koa, and ${ratio(({ processor }) => processor)} times its processor time.`,
        `Resident memory ${rest} s after the start, without requests; and after reads from ${READS.toLocaleString('en')} addresses, compressed with gzip. Its own memory, and files that all processes with the same Node.js share:`,
        table(['MiB', 'resident', 'own', 'files'], rows),
      ],
    },
    { keep: starts >= 15 && rest >= 120 },
  );
}

interface Measured {
  installed: Awaited<ReturnType<typeof install>>;
  first: Begun;
  taken: { octavo: Begun[]; koa: Begun[] };
  /** The load average of the machine over five minutes. */
  busy: number;
  memory: { all: number; own: number; files: number }[];
}
