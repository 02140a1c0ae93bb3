// node bench/jobs.ts [kills]: kills the service again and again while scheduled posts become due. Is each publication told,
// and told once?
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';

import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { send } from './http.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop, killAfter } from './processes.ts';
import { randomFrom } from './words.ts';

const kills = Number(process.argv[2] ?? 30);
if (!(kills > 0)) throw new Error('Say how many kills, such as: node bench/jobs.ts 30');
/** Posts scheduled in each round, and the milliseconds after which the last of them is due. */
const POSTS = 10;
const WITHIN = 800;
/** Milliseconds for the lease of a killed instance to end, and for the remaining jobs. */
const REST = 15_000;

const TOLD = "select subject, count(*) as n from events where type = 'post.published' group by subject";

await inWorkshop(async (folder) => {
  const postgres = await embedPostgres();
  let faults = 0;
  try {
    for (const [engine, url] of [
      ['SQLite', `sqlite:${join(folder, 'blog.db')}`],
      ['PostgreSQL', postgres.url],
    ] as const) {
      const { scheduled, told } = await torment(url, join(folder, 'blog.db'));
      const lost = scheduled.filter((id) => !told.has(id)).length;
      const doubled = scheduled.filter((id) => (told.get(id) ?? 0) > 1).length;
      console.log(`${engine}: ${kills} kills, ${scheduled.length} publications: ${lost} lost, ${doubled} told twice`);
      faults += lost + doubled;
    }
  } finally {
    await postgres.stop();
  }
  if (faults > 0) process.exitCode = 1;
});

/** @returns the posts whose scheduling was acknowledged, and how often each was told */
async function torment(databaseUrl: string, file: string): Promise<{ scheduled: string[]; told: Map<string, number> }> {
  const random = randomFrom(1);
  const scheduled: string[] = [];
  let token: string | undefined;
  for (let round = 0; round < kills; round++) {
    const server = await startOctavo(file, { databaseUrl });
    token ??= await signIn(server);
    const headers = { authorization: `Bearer ${token}` };
    for (let at = 0; at < POSTS; at++) {
      const id = `post-${round}-${at}`;
      const publishAt = new Date(Date.now() + random() * WITHIN).toISOString();
      const json = { id, title: id, publishAt };
      const { status } = await send(`${server.url}/api/posts`, { method: 'POST', json, headers });
      if (status === 201) scheduled.push(id);
    }
    await killAfter(server, random() * WITHIN);
  }
  const server = await startOctavo(file, { databaseUrl });
  await wait(REST);
  await server.stop();
  return { scheduled, told: await countTold(databaseUrl) };
}

interface Row {
  subject: string;
  n: number | string;
}

async function countTold(databaseUrl: string): Promise<Map<string, number>> {
  const rows = databaseUrl.startsWith('sqlite:') ? readSqlite(databaseUrl) : await readPostgres(databaseUrl);
  return new Map(rows.map(({ subject, n }) => [subject, Number(n)]));
}

function readSqlite(databaseUrl: string): Row[] {
  const database = new BetterSqlite3(databaseUrl.slice('sqlite:'.length), { readonly: true });
  try {
    return database.prepare(TOLD).all() as Row[];
  } finally {
    database.close();
  }
}

async function readPostgres(connectionString: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(TOLD)).rows;
  } finally {
    await client.end();
  }
}
