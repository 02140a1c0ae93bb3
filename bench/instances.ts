// npm run bench -- instances [reads] [folder of the previous release]: two and four instances on one PostgreSQL. Does any
// read that begins after the answer to a write show what was before, also when a reader is stopped again and again? What
// does it cost a read, a write, and the database? With the folder of a checkout, reads of both versions are compared.
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { readYourWrites, type Seen } from '../test/support/read-your-writes.ts';
import { createDatabase, endRedis, senderTo, startRedis, withInstances, type Instance } from './instance-group.ts';
import { startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { startRelease } from './releases/start.ts';
import { publish } from './results.ts';
import { median, percentile } from './statistics.ts';
import { figure, table } from './table.ts';
import { processorSeconds } from './usage.ts';

const [wanted = '50000', previous] = process.argv.slice(2);
const READS = Number(wanted);
if (!(READS > 0)) throw new Error('Say how many reads, such as: npm run bench -- instances 50000');
/** Reads of which the processor time is measured, and the seconds in which the statements are counted. */
const MEASURED = Math.min(20_000, READS);
const SECONDS = 3;
/** How often two releases are measured by turns. */
const ROUNDS = 7;
/** Writes of which the duration is measured. */
const WRITES = 100;

await inWorkshop(async (folder) => {
  const postgres = await embedPostgres();
  try {
    await report(folder, postgres.url);
  } finally {
    await Promise.all([postgres.stop(), endRedis()]);
  }
});

async function report(folder: string, server: string): Promise<void> {
  const begun = performance.now();
  const cases: Record<string, Seen> = {};
  for (const count of [2, 4]) {
    for (const withRedis of [false, true]) {
      const env = withRedis ? await startRedis() : {};
      const name = `${count} instances ${withRedis ? 'with' : 'without'} Redis`;
      for (const stops of [false, true]) {
        const seen = await withInstances(await createDatabase(server), count, env, (instances, token) =>
          witness(instances, token, stops),
        );
        cases[stops ? `${name}, readers stopped for 20 to 2,000 ms` : name] = seen;
        console.log(
          `${((performance.now() - begun) / 1000).toFixed(0)} s, ${name}, stops: ${stops}, ${seen.reads} reads, ${seen.writes} writes`,
          seen.stale.slice(0, 5),
        );
      }
    }
  }
  const sections = [
    `One instance writes three things at a time, the others are read without a pause. A read is stale if it began after the answer to a write and shows what was before.`,
    table(
      ['case', 'reads', 'stale', 'writes', 'median ms of three writes', 'slowest'],
      Object.entries(cases).map(([name, { reads, stale, writes, durations }]) => [
        name,
        figure(reads),
        String(stale.length),
        figure(writes),
        figure(median(durations)),
        figure(Math.max(...durations)),
      ]),
    ),
    'Processor time of a cached read, `GET /api/posts`, and the statements that the database gets in a second.',
    table(
      ['case', 'µs of a read', 'statements a second, idle', 'while it is read'],
      await costsOfReads(folder, server),
    ),
    `${WRITES} writes one after the other, in milliseconds, with other instances that nobody reads, and others that are read.`,
    table(['instances', 'median', '95 %', 'others are read: median', '95 %'], await costsOfWrites(server)),
  ];
  await publish('instances', { title: 'Several instances on PostgreSQL', sections }, { keep: READS >= 50_000 });
  if (Object.values(cases).some(({ stale }) => stale.length > 0)) process.exitCode = 1;
}

/** Stops one reader after the other while they are read. */
async function witness(instances: readonly Instance[], token: string, stops: boolean): Promise<Seen> {
  const others = instances.slice(1);
  const over = new AbortController();

  async function stopOften(): Promise<void> {
    for (let at = 0; !over.signal.aborted; at++) {
      const { pid } = others[at % others.length]!;
      await sleep(Math.random() * 200);
      process.kill(pid, 'SIGSTOP');
      await sleep(20 * 100 ** Math.random());
      process.kill(pid, 'SIGCONT');
    }
  }

  const stopping = stops ? stopOften() : Promise.resolve();
  const send = senderTo(instances, token);
  const seen = await readYourWrites({ send, instances: instances.length, reads: READS });
  over.abort();
  await stopping;
  return seen;
}

async function costsOfReads(folder: string, server: string): Promise<string[][]> {
  const rows: string[][] = [];
  const sqlite = await startOctavo(join(folder, 'reads.db'));
  rows.push(['SQLite', figure(await costOfRead(sqlite)), '–', '–']);
  await sqlite.stop();
  for (const count of [1, 2]) {
    const database = await createDatabase(server);
    rows.push(
      await withInstances(database, count, {}, async (instances) => {
        const idle = await statementsIn(database);
        const read = readAll(instances);
        const busy = await statementsIn(database);
        await read.stop();
        return [`PostgreSQL, ${count} of them`, figure(await costOfRead(instances[0]!)), figure(idle), figure(busy)];
      }),
    );
  }
  if (previous === undefined) return rows;
  // Both are started alike, and measured by turns.
  const folders = { 'this one': resolve('.'), 'the previous one': resolve(previous) };
  const releases: { name: string; release: Instance; costs: number[] }[] = [];
  for (const [name, of] of Object.entries(folders))
    releases.push({
      name,
      release: await startRelease(of, await createDatabase(server), join(folder, name)),
      costs: [],
    });
  for (let round = 0; round < ROUNDS; round++)
    for (const { release, costs } of releases) costs.push(await costOfRead(release));
  for (const { name, release, costs } of releases) {
    rows.push([`PostgreSQL, ${name}, started alike`, figure(median(costs)), '–', '–']);
    await release.stop();
  }
  return rows;
}

/** Microseconds of processor time, of all threads. */
async function costOfRead(instance: Instance): Promise<number> {
  const send = senderTo([instance], '');
  const read = async (times: number) => {
    for (let left = times; left > 0; left -= 10)
      await Promise.all(Array.from({ length: 10 }, () => send(0, 'GET', '/api/posts')));
  };
  await read(MEASURED / 4);
  const before = processorSeconds(instance.pid);
  await read(MEASURED);
  return ((processorSeconds(instance.pid) - before) * 1e6) / MEASURED;
}

async function costsOfWrites(server: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const count of [1, 2, 4]) {
    rows.push(
      await withInstances(await createDatabase(server), count, {}, async (instances, token) => {
        const alone = await durationsOfWrites(instances, token);
        const read = readAll(instances.slice(1));
        const beside = await durationsOfWrites(instances, token);
        await read.stop();
        const both = [alone, beside].flatMap((all) => [figure(median(all)), figure(percentile(all, 0.95))]);
        return [String(count), ...(count === 1 ? [...both.slice(0, 2), '–', '–'] : both)];
      }),
    );
  }
  return rows;
}

async function durationsOfWrites(instances: readonly Instance[], token: string): Promise<number[]> {
  const send = senderTo(instances, token);
  const durations: number[] = [];
  for (let number = 0; number < WRITES; number++) {
    const begun = performance.now();
    const { status } = await send(0, 'POST', '/api/posts', { title: `Post ${number}` });
    if (status !== 201) throw new Error(`A write was answered ${status}.`);
    durations.push(performance.now() - begun);
    await sleep(5);
  }
  return durations.toSorted((a, b) => a - b);
}

/** Reads instances all the time, ten times a second or more. */
function readAll(instances: readonly Instance[]): { stop(): Promise<void> } {
  const send = senderTo(instances, '');
  const over = new AbortController();
  const reading = instances.map(async (_, at) => {
    while (!over.signal.aborted) {
      await send(at, 'GET', '/api/posts');
      await sleep(10);
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(reading);
    },
  };
}

/** Transactions a second, which are single statements here. */
async function statementsIn(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const count = async () => {
    const { rows } = await client.query<{ n: string }>(
      'select pg_stat_force_next_flush(), xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]!.n);
  };
  try {
    // What a start does late.
    await sleep(2000);
    const before = await count();
    await sleep(SECONDS * 1000);
    return ((await count()) - before) / SECONDS;
  } finally {
    await client.end();
  }
}
