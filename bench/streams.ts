// node bench/streams.ts [streams]: streams of events over three instances on PostgreSQL, while comments are written, one
// instance is killed and PostgreSQL restarts. Does every stream get every event, in order? And what do 1,000 idle ones cost?
// Writes bench/results/streams.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import { createBlogClient } from '../client/index.ts';
import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { send } from './http.ts';
import { measureIdleStreams } from './idle-streams.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';

const count = Number(process.argv[2] ?? 50);
if (!(count > 0)) throw new Error('Say how many streams, such as: node bench/streams.ts 50');
/** Comments in each of the three parts, and the milliseconds that the streams have to get the last of them. */
const COMMENTS = 100;
const PATIENCE = 60_000;
let texts = 0;

await inWorkshop(async (folder) => {
  const postgres = await embedPostgres();
  try {
    const file = join(folder, 'unused.db');
    const begin = () => startOctavo(file, { databaseUrl: postgres.url });
    const instances = [await begin(), await begin(), await begin()];
    const token = await signIn(instances[0]!);
    const leaving = new AbortController();
    const received = Array.from({ length: count }, () => [] as string[]);
    const streams = received.map((ids, at) => read(instances, at, token, leaving.signal, ids));
    await wait(2000);

    const written = new Set<string>();
    for (let at = 0; at < COMMENTS; at++) await comment(instances[at % 3]!.url, written);
    process.kill(instances[2]!.pid, 'SIGKILL');
    await instances[2]!.ended.catch(() => undefined);
    for (let at = 0; at < COMMENTS; at++) await comment(instances[at % 2]!.url, written);
    await postgres.halt();
    await postgres.start();
    for (let at = 0; at < COMMENTS; at++) await comment(instances[at % 2]!.url, written);

    const expected = await eventsIn(postgres.url);
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline && received.some((ids) => new Set(ids).size < expected.length)) await wait(200);
    leaving.abort();
    await Promise.allSettled(streams);
    const missing = received.map((ids) => expected.filter((id) => !ids.includes(id)).length);
    const repeated = received.map((ids) => ids.length - new Set(ids).size);
    const disordered = received.filter((ids) => !isOrdered([...new Set(ids)])).length;
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    const lines = [
      '# Streams of events',
      '',
      `${count} streams over three instances on PostgreSQL; ${written.size} comments were written, one instance was killed, and`,
      'PostgreSQL restarted.',
      '',
      '| Events | Missing in all streams | Repeated | Streams out of order |',
      '| ------ | ---------------------- | -------- | -------------------- |',
      `| ${expected.length} | ${sum(missing)} | ${sum(repeated)} | ${disordered} |`,
      '',
      ...(await idleLines(folder, instances)),
    ];
    console.log(lines.join('\n'));
    writeFileSync(new URL('results/streams.md', import.meta.url), lines.join('\n'));
    if (sum(missing) + disordered > 0) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
});

/** What idle streams cost, measured alone: the other instances are stopped first. */
async function idleLines(folder: string, instances: readonly Octavo[]): Promise<string[]> {
  for (const { stop } of instances) await stop();
  const [none, all] = await measureIdleStreams(folder);
  return [
    'One instance on SQLite in which nothing happens:',
    '',
    '| Idle streams | Memory, MiB | Processor, ms in a second |',
    '| ------------ | ----------- | ------------------------- |',
    ...[none!, all!].map((one) => `| ${one.streams} | ${one.memory.toFixed()} | ${one.processor.toFixed(1)} |`),
    '',
  ];
}

/** Reads as a client behind a load balancer: a connection that fails goes on at the next instance. */
async function read(
  instances: readonly { url: string }[],
  first: number,
  token: string,
  signal: AbortSignal,
  ids: string[],
): Promise<void> {
  let at = first;
  const balanced = async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(String(url));
    return fetch(new URL(pathname + search, instances[at % instances.length]!.url), init).catch((error: unknown) => {
      at += 1;
      throw error;
    });
  };
  const client = createBlogClient({ url: instances[0]!.url, token, fetch: balanced });
  for await (const event of client.events.stream({ signal, lastEventId: '0-0' })) ids.push(event.id);
}

/** Writes a comment as a client does that asks again when the service is away. */
async function comment(url: string, written: Set<string>): Promise<void> {
  const content = `Comment ${++texts}`;
  for (;;) {
    const headers = { 'cf-connecting-ip': `10.${texts >> 8}.${texts & 255}.1` };
    const json = { author: 'Ann', content };
    const path = `${url}/api/posts/gb-note/comments`;
    const status = await send(path, { method: 'POST', json, headers }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 201 || status === 409) return void written.add(content);
    await wait(200);
  }
}

async function eventsIn(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>('select id from events order by id');
    return rows.map(({ id }) => `0-${id}`);
  } finally {
    await client.end();
  }
}

function isOrdered(ids: readonly string[]): boolean {
  const numbers = ids.map((id) => Number(id.split('-')[1]));
  return numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
}
