// npm run bench:outages -- [rounds]: restarts PostgreSQL, ends its backends and freezes it under 30 writers, again and
// again. Is any acknowledged write lost, and how long does it take until all writers write again?
import { Client } from 'pg';

import { embedPostgres, type EmbeddedPostgres } from '../test/support/embedded-postgres.ts';
import { announceRun } from '../test/support/run.ts';
import { startTestService, type TestService } from '../test/support/service.ts';
import { startWriters } from '../test/support/writers.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

const rounds = Number(process.argv[2] ?? 20);
if (!(rounds > 0)) throw new Error('Say how many rounds, such as: npm run bench:outages -- 20');
const WRITERS = 30;
/** Milliseconds for which the server is frozen. */
const FROZEN = 3000;

interface Outcome {
  cause: string;
  acknowledged: number;
  lost: number;
  /** What else writers were answered. */
  statuses: number[];
  /** Milliseconds from the end of the cause until as many comments as there are writers were acknowledged. */
  recoveries: number[];
}

/** Each makes its cause, and resolves when that is over. */
const causes: Record<string, (postgres: EmbeddedPostgres) => Promise<void>> = {
  'ordinary restart': async (postgres) => {
    await postgres.halt();
    await postgres.start();
  },
  'every backend ended': async ({ url }) => {
    await operate(url, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  },
  [`frozen for ${FROZEN / 1000} s`]: async (postgres) => {
    await postgres.freeze();
    await new Promise((resolve) => setTimeout(resolve, FROZEN));
    await postgres.thaw();
  },
};

const postgres = await embedPostgres();
const outcomes: Outcome[] = [];
try {
  await inWorkshop(async (folder) => {
    announceRun(folder, postgres.url);
    const freshUrl = () => Promise.resolve(postgres.url);
    const service = await startTestService({ name: 'PostgreSQL', freshUrl });
    for (const cause of Object.keys(causes)) outcomes.push(await torment(service, cause));
    await service.close();
  });
} finally {
  await postgres.stop();
}
await publish(
  'outages',
  {
    title: 'PostgreSQL goes and comes back under 30 writers',
    sections: [
      `${rounds} rounds of each, one after the other, with ${WRITERS} visitors who write comments all the time and try again when they are answered 503. PostgreSQL, the service and the writers share the machine. Recovery: from the end of the cause until ${WRITERS} comments that were sent after it were acknowledged, in milliseconds; the goal is 5,000.`,
      table(
        ['cause', 'acknowledged', 'lost', 'answered otherwise', 'median recovery', 'slowest'],
        outcomes.map(({ cause, acknowledged, lost, statuses, recoveries }) => [
          cause,
          figure(acknowledged),
          String(lost),
          statuses.join(', ') || 'none',
          figure(median(recoveries)),
          figure(Math.max(...recoveries)),
        ]),
      ),
    ],
  },
  { keep: rounds >= 20 },
);
if (outcomes.some(({ lost, statuses }) => lost > 0 || statuses.some((status) => status !== 503))) process.exitCode = 1;

async function torment(service: TestService, cause: string): Promise<Outcome> {
  const writers = startWriters(service, WRITERS);
  await writers.writeOn();
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await causes[cause]!(postgres);
    const begun = performance.now();
    await writers.writeOn();
    recoveries.push(performance.now() - begun);
  }
  await writers.stop();
  const stored = new Set(await operate(postgres.url, 'select content from comments'));
  await operate(postgres.url, 'truncate comments cascade');
  const lost = [...writers.acknowledged].filter((content) => !stored.has(content)).length;
  console.log(`${cause}: ${rounds} rounds, ${writers.acknowledged.size} comments acknowledged, ${lost} lost`);
  const statuses = [...writers.otherStatuses];
  return { cause, acknowledged: writers.acknowledged.size, lost, statuses, recoveries };
}

/** @returns the first column */
async function operate(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows.map(([first]) => first);
  } finally {
    await client.end();
  }
}
