// node bench/migration-kills.ts [rounds] [seed]: kills upgrades of the databases in test/releases at random moments, and
// starts them again. Afterwards the tables have to be those of a new database, and every row has to be there.
import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { databaseKinds, type DatabaseKind } from '../test/support/databases.ts';
import { releases, restoreRelease } from '../test/support/releases.ts';
import { announceRun } from '../test/support/run.ts';
import { schemaOf } from '../test/support/schema.ts';
import { migrated, withDatabase } from '../test/support/stored.ts';
import { contentOf, lostRows, startUpgrade } from '../test/support/upgraded.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { inWorkshop } from './processes.ts';
import { randomFrom } from '../test/support/random.ts';

const [rounds, seed] = [Number(process.argv[2] ?? 40), Number(process.argv[3] ?? Date.now() % 100_000)];

await inWorkshop(async (folder) => {
  const postgres = await embedPostgres();
  announceRun(folder, postgres.url);
  console.log(`seed ${seed}`);
  try {
    for (const kind of databaseKinds) await torment(kind);
  } finally {
    await postgres.stop();
  }
});

async function torment(kind: DatabaseKind): Promise<void> {
  const random = randomFrom(seed);
  const versions = await releases();
  const clean = await kind.freshUrl();
  await migrated(clean);
  const schema = JSON.stringify(await withDatabase(clean, schemaOf));
  const took = await timeOf((await restoreRelease(kind, versions[0]!)).env.DATABASE_URL);
  const found = { killed: 0, 'after the commit': 0, 'other tables': 0, 'lost rows': 0 };
  for (let round = 0; round < rounds; round++) {
    const { env } = await restoreRelease(kind, versions[round % versions.length]!);
    const before = await contentOf(env.DATABASE_URL);
    const victim = startUpgrade(env.DATABASE_URL);
    await victim.ready;
    victim.begin();
    await wait(random() * took);
    victim.kill();
    if ((await victim.ended) === 'SIGKILL') found.killed += 1;
    const between = await contentOf(env.DATABASE_URL);
    if (Object.keys(between).length > Object.keys(before).length) found['after the commit'] += 1;
    await timeOf(env.DATABASE_URL);
    if (JSON.stringify(await withDatabase(env.DATABASE_URL, schemaOf)) !== schema) found['other tables'] += 1;
    found['lost rows'] += Object.values(lostRows(before, await contentOf(env.DATABASE_URL))).flat().length;
  }
  console.log(`${kind.name}: ${rounds} rounds, an upgrade takes ${Math.round(took)} ms`, found);
  if (found['other tables'] + found['lost rows'] > 0) process.exitCode = 1;
}

/** Upgrades a database to the end. */
async function timeOf(url: string): Promise<number> {
  const upgrade = startUpgrade(url);
  await upgrade.ready;
  const begun = performance.now();
  upgrade.begin();
  const end = await upgrade.ended;
  if (!end.startsWith('0 ')) throw new Error(`The upgrade ended with ${end}`);
  return performance.now() - begun;
}
