// npm run bench -- stops [rounds]: stops the service with SIGTERM under load, again and again, on both engines. Is an answered
// write lost, is an answer cut, does a stop take longer than 5 s?
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';

import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { cleanUp } from '../test/support/started.ts';
import { stopUnderLoad, type StopsUnderLoad } from '../test/support/stop-under-load.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { figure, table } from './table.ts';
import { randomFrom } from '../test/support/random.ts';

const rounds = Number(process.argv[2] ?? 50);
if (!(rounds > 0)) throw new Error('Say how many rounds, such as: npm run bench -- stops 50');
const STATEMENT = `select content from comments where section = 'gb-note'`;

interface Outcome extends StopsUnderLoad {
  engine: string;
  lost: number;
}

const outcomes: Outcome[] = [];
const postgres = await embedPostgres();
try {
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await stop('SQLite', folder, `sqlite:${file}`, async () => {
      const database = new BetterSqlite3(file, { readonly: true });
      return database.prepare<[], string>(STATEMENT).pluck().all();
    });
    await stop('PostgreSQL', folder, postgres.url, async () => {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      const { rows } = await client.query<[string]>({ text: STATEMENT, rowMode: 'array' });
      await client.end();
      return rows.map(([content]) => content);
    });
  });
} finally {
  await cleanUp();
  await postgres.stop();
}
await publish(
  'stops',
  {
    title: 'Stopped by SIGTERM under load',
    sections: [
      `${rounds} rounds on each engine: the service is started, four visitors write comments and four read a page and a large answer, half of them on connections that stay open, and after 0 to 1.5 s the process gets SIGTERM.`,
      table(
        ['', ...outcomes.map(({ engine }) => engine)],
        [
          ['acknowledged writes', ...outcomes.map(({ acknowledged }) => figure(acknowledged.length))],
          ['of them lost', ...outcomes.map(({ lost }) => String(lost))],
          ['whole answers', ...outcomes.map(({ whole }) => figure(whole))],
          ['cut answers', ...outcomes.map(({ cut }) => String(cut))],
          ['answered 503, because it stops', ...outcomes.map(({ refused }) => String(refused))],
          ['answered 500 or otherwise above', ...outcomes.map(({ failed }) => String(failed))],
          ['new connections without an answer', ...outcomes.map(({ dropped }) => String(dropped))],
          ['stops that did not end with code 0', ...outcomes.map(({ exits }) => String(exits.length))],
          ['the longest stop, ms', ...outcomes.map(({ longest }) => figure(longest))],
        ],
      ),
    ],
  },
  { keep: rounds >= 50 },
);
if (outcomes.some(({ lost, cut, failed, exits }) => lost + cut + failed + exits.length > 0)) process.exitCode = 1;

async function stop(engine: string, folder: string, url: string, stored: () => Promise<string[]>): Promise<void> {
  const cwd = join(folder, engine);
  await mkdir(cwd);
  const random = randomFrom(1);
  const env = { DATABASE_URL: url, SITE_URL: 'https://blog.example' };
  const stops = await stopUnderLoad({ rounds, cwd, env, stopAfter: () => random() * 1500 });
  const there = new Set(await stored());
  outcomes.push({ engine, ...stops, lost: stops.acknowledged.filter((content) => !there.has(content)).length });
}
