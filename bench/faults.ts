// npm run bench -- faults [rounds]: kills the service in the middle of mixed writes, again and again. Is anything that it
// acknowledged lost, done twice, or done by half?
import { join } from 'node:path';

import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { checkDatabase, checkRecords } from './faults/check.ts';
import { faultsReport, KILL_AFTER_MS, type EngineData } from './faults/report.ts';
import { createWriters, type Target } from './faults/writers.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop, killAfter } from './processes.ts';
import { publish } from './results.ts';
import { randomFrom } from '../test/support/random.ts';

const rounds = Number(process.argv[2] ?? 200);
if (!(rounds > 0)) throw new Error('Say how many rounds, such as: npm run bench -- faults 200');
const [LEAST, MOST] = KILL_AFTER_MS;

await inWorkshop(async (folder) => {
  const postgres = await embedPostgres(['-c', 'synchronous_commit=off']);
  const urls = [
    ['SQLite', `sqlite:${join(folder, 'blog.db')}`],
    ['PostgreSQL', postgres.url],
  ] as const;
  const data: EngineData[] = [];
  try {
    for (const [engine, url] of urls) data.push(await torment(engine, url, folder));
  } finally {
    await postgres.stop();
  }
  await publish('faults', faultsReport(rounds, data), { keep: rounds >= 200 });
  if (data.some(({ lost, doubled, half, problems }) => lost + doubled + half + problems.length > 0)) {
    process.exitCode = 1;
  }
});

async function torment(engine: string, databaseUrl: string, folder: string): Promise<EngineData> {
  const random = randomFrom(1);
  const writers = createWriters();
  let token: string | undefined;
  let slowestStart = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startOctavo(join(folder, 'blog.db'), { databaseUrl });
    slowestStart = Math.max(slowestStart, server.readyAfter);
    token ??= await signIn(server);
    const target: Target = { url: server.url, token };
    await writers.check(target);
    const writing = writers.run(target);
    await killAfter(server, LEAST + random() * (MOST - LEAST));
    await writing;
    if (round % 20 === 19) console.log(`${engine}: ${round + 1} rounds, ${writers.records.length} writes sent`);
  }
  const server = await startOctavo(join(folder, 'blog.db'), { databaseUrl });
  const target: Target = { url: server.url, token: token! };
  await writers.check(target);
  const found = await checkRecords(target, writers.records);
  await server.stop();
  const { half, lost } = writers.faults;
  const problems = await checkDatabase(databaseUrl);
  return { engine, ...found, lost: found.lost + lost, half: found.half + half, problems, slowestStart };
}
