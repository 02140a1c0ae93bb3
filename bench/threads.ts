// npm run bench -- threads [--threads <n>] [--comments <n>] [--url postgres://…]: reads of many threads on pages of other sites.
// With --url on an empty PostgreSQL database. The read cache is off, so that each read is made.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';

import { publish } from './results.ts';
import { figure, table } from './table.ts';
import { processorMicroseconds } from './usage.ts';

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '1000' },
    comments: { type: 'string', default: '1000' },
    url: { type: 'string' },
  },
});
const THREADS = Number(values.threads);
const COMMENTS = Number(values.comments);
/** Reads of each kind. */
const TIMES = 200;
/** URLs of one call. */
const COUNTED = 100;
/** Milliseconds of processor time that a read may take. */
const MOST = { page: 10, counts: 5 };

const COLUMNS =
  '(id, post_key, depth, author, content, markdown, search_text, digest, status, created_at, receipt_hash, likes)';

const urlOf = (thread: number) => `https://notes.example/pages/${thread % THREADS}/`;

await inWorkshop(async (folder) => {
  const file = join(folder, 'threads.db');
  const open = (cache: boolean) =>
    startOctavo(file, { cache, ...(values.url !== undefined && { databaseUrl: values.url }) });
  const first = await open(true);
  await beginThreads(first);
  await first.stop();
  await (values.url === undefined ? fillSqlite(file) : fillPostgres(values.url));
  const octavo = await open(false);
  const thread = (number: number, more: string) =>
    send(`${octavo.url}/api/threads/comments?url=${encodeURIComponent(urlOf(number))}&limit=50&include=html${more}`, {
      headers: clientAddress(1, number),
    });
  const counts = (number: number) =>
    send(`${octavo.url}/api/threads/counts`, {
      method: 'POST',
      headers: clientAddress(2, number),
      json: { urls: Array.from({ length: COUNTED }, (_, at) => urlOf(number * 7 + at)) },
    });
  const rows = [
    ['first page of 50', await measure(octavo, (number) => thread(number, '')), MOST.page],
    ['first page, oldest first', await measure(octavo, (number) => thread(number, '&sort=oldest')), MOST.page],
    ['first page by likes', await measure(octavo, (number) => thread(number, '&sort=likes')), MOST.page],
    [`counts of ${COUNTED} pages`, await measure(octavo, counts), MOST.counts],
  ] as const;
  await octavo.stop();
  const engine = values.url === undefined ? 'SQLite' : 'PostgreSQL';
  const shown = rows.map(([name, { cpu, time }, most]) => [name, figure(cpu), figure(time), figure(most)]);
  const sections = [
    `${figure(THREADS)} threads with ${figure(THREADS * COMMENTS)} comments on ${engine}; ${TIMES} reads of each kind, with the read cache off. Milliseconds for each read: processor time of the service, and elapsed.`,
    table(['read', 'processor', 'elapsed', 'goal'], shown),
  ];
  const isWhole = THREADS * COMMENTS >= 1_000_000;
  await publish(`threads-${engine.toLowerCase()}`, { title: `Threads on ${engine}`, sections }, { keep: isWhole });
  if (rows.some(([, { cpu }, most]) => cpu > most)) process.exitCode = 1;
});

/** The first comment of each thread, as a visitor writes it. */
async function beginThreads(octavo: Octavo): Promise<void> {
  const authorization = `Bearer ${await signIn(octavo)}`;
  const json = { commentSites: [{ origin: 'https://notes.example', name: 'Notes' }], spamFilter: false };
  await send(`${octavo.url}/api/admin/settings`, { method: 'PUT', headers: { authorization }, json });
  for (let number = 0; number < THREADS; number += 1) {
    const { status, body } = await send(`${octavo.url}/api/threads/comments`, {
      method: 'POST',
      headers: clientAddress(3, number),
      json: { url: urlOf(number), title: `Page ${number}`, author: 'Ada', content: `The *first* on ${number}` },
    });
    if (status !== 201) throw new Error(`A comment was answered ${status}: ${body.toString()}`);
  }
}

/** The values of COLUMNS for each thread and number. */
function rowsOf(): string {
  return `'c-' || post_key || '-' || n, post_key, 1, 'Reader ' || n, 'A **greeting** with a [link](https://a.example/' || n || ')', 1,
    'reader ' || n, 'd' || post_key || '-' || n, 'approved', '2026-05-20T12:00:00.000Z', null, n % 20`;
}

async function fillSqlite(file: string): Promise<void> {
  const database = new BetterSqlite3(file);
  for (const pragma of ['synchronous = OFF', 'cache_size = -500000']) database.pragma(pragma);
  const numbers = `(with recursive n(n) as (select 1 union all select n + 1 from n where n < ${COMMENTS - 1}) select n from n)`;
  database.exec(`insert into comments ${COLUMNS} select ${rowsOf()} from threads, ${numbers}`);
  database.exec('delete from touched');
  database.exec('analyze');
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  await Promise.resolve();
}

async function fillPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Without the triggers, which take most of the time; the numbers of comments are set at once.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into comments ${COLUMNS} select ${rowsOf()} from threads, generate_series(1, ${COMMENTS - 1}) as n`,
  );
  await client.query(`update post_scores set comments = ${COMMENTS}`);
  await client.query('delete from touched');
  await client.query('analyze');
  await client.end();
}

async function measure(
  octavo: Octavo,
  read: (number: number) => ReturnType<typeof send>,
): Promise<{ cpu: number; time: number }> {
  for (let number = 0; number < 20; number += 1) await read(number);
  const before = processorMicroseconds(octavo.pid);
  const begun = performance.now();
  for (let number = 0; number < TIMES; number += 1) {
    const { status } = await read(number * 13);
    if (status !== 200) throw new Error(`A read was answered ${status}.`);
  }
  const time = (performance.now() - begun) / TIMES;
  return { cpu: (processorMicroseconds(octavo.pid) - before) / 1000 / TIMES, time };
}
