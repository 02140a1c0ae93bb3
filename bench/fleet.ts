import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { clientAddress, ownHeaders, send, type Answer } from '../test/support/plain-http.ts';
import { startOctavo, type Octavo } from './octavo.ts';
import { start } from './processes.ts';
import { describeReads, type Read, type ReadName } from './reads.ts';
import { seed } from './seed.ts';
import type { Constant } from './servers/constant.ts';
import { memoryOf } from './usage.ts';

/** Every server of the benchmark, started and checked. */
export interface Fleet {
  /** `hot`, `cold`, `writing`, `raw`, `inserts`, and `bare.` and `koa.` with the name of a read. */
  servers: ReadonlyMap<string, { url: string; pid: number }>;
  reads: Record<ReadName, Read>;
  posts: number;
  /** From process start to `/readyz`, in milliseconds, of several starts. */
  starts: number[];
  /** Resident memory, in MiB, before the first request. */
  atRest: number;
}

const POSTS = 1000;

/**
 * Starts everything.
 *
 * @param options.starts how often the start is measured
 * @param options.rest seconds after the start at which the memory at rest is taken
 */
export async function startFleet(folder: string, options: { starts: number; rest: number }): Promise<Fleet> {
  const seeded = join(folder, 'seeded.db');
  await seed(seeded, POSTS);
  const copy = async (name: string) => {
    const file = join(folder, `${name}.db`);
    await copyFile(seeded, file);
    return file;
  };
  const { hot, ...figures } = await measureStart(await copy('hot'), options);
  const servers = new Map<string, { url: string; pid: number }>([
    ['hot', hot],
    ['cold', await startOctavo(await copy('cold'), { cache: false })],
    ['writing', await startOctavo(await copy('writing'))],
    ['raw', await startServer('raw-reads', { file: await copy('raw') })],
    ['inserts', await startServer('raw-inserts', { file: await copy('inserts') })],
  ]);
  const reads = await describeReads(hot.url);
  for (const what of ['list', 'post', 'comments', 'search', 'page', 'feed', 'unchanged'] as const) {
    const model = await ask(hot, reads[what]);
    const constant = { status: model.status, headers: ownHeaders(model), body: model.body.toString('base64') };
    servers.set(`bare.${what}`, await startServer('bare', constant));
    if (what in comparable) servers.set(`koa.${what}`, await startServer('koa', constant));
  }
  await checkAnswers(servers, reads);
  return { servers, reads, posts: POSTS, ...figures };
}

async function measureStart(file: string, { starts, rest }: { starts: number; rest: number }) {
  const taken: number[] = [];
  for (;;) {
    const hot = await startOctavo(file);
    taken.push(hot.readyAfter);
    if (taken.length === starts) {
      await wait(rest * 1000);
      return { hot, starts: taken, atRest: memoryOf(hot.pid).now };
    }
    await hot.stop();
  }
}

async function startServer(name: string, message: Constant | { file: string }) {
  const running = start(new URL(`servers/${name}.ts`, import.meta.url), { core: 'server', channel: true });
  const { url } = await running.ask<{ url: string }>(message);
  return { url, pid: running.pid };
}

/** The reads that every kind of server answers. */
const comparable = { list: true, post: true, comments: true };

/** A comparison is only one when all give the same answer: the bare ones byte by byte, the raw ones as JSON. */
async function checkAnswers(servers: Fleet['servers'], reads: Record<ReadName, Read>): Promise<void> {
  for (const [name, server] of servers) {
    const [kind, what = ''] = name.split('.');
    if (kind === 'bare' || kind === 'koa') await checkSame(name, server, reads[what as ReadName], servers);
    if (kind !== 'raw' && kind !== 'cold') continue;
    for (const read of Object.keys(comparable)) await checkSame(name, server, reads[read as ReadName], servers);
  }
}

async function checkSame(name: string, server: { url: string }, read: Read, servers: Fleet['servers']): Promise<void> {
  const [own, model] = [await ask(server, read), await ask(servers.get('hot')!, read)];
  const sameBody = own.body.equals(model.body) || isDeepStrictEqual(parsed(own), parsed(model));
  if (own.status !== model.status || !sameBody)
    throw new Error(`${name} answers ${read.path} in another way than Octavo`);
}

function parsed({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return body;
  }
}

async function ask({ url }: Pick<Octavo, 'url'>, { path, headers }: Read): Promise<Answer> {
  const answer = await send(url + path, { headers: { ...headers, ...clientAddress(255, 1) } });
  if (answer.status >= 400) throw new Error(`${path} gave ${answer.status}`);
  return answer;
}
