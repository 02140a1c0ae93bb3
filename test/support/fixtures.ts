import { chmod, copyFile, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { embedPostgres } from './embedded-postgres.ts';
import { createDatabase, dropDatabases } from './postgres.ts';
import { announceRun, runFolder, templateFile } from './run.ts';
import { reportSkips } from './skip.ts';
import { makeTemplates } from './template.ts';

const skipPostgres = process.env['OCTAVO_SKIP_POSTGRES'] === '1';
let stopPostgres: () => Promise<void> = async () => undefined;

/** Run by mocha (`--require`) once before all tests, without a timeout. */
export async function mochaGlobalSetup(): Promise<void> {
  const folder = await mkdtemp(join(await fastFolder(), 'octavo-tests-'));
  // Tests check permissions, so they run as an unprivileged user.
  await chmod(folder, 0o711);
  announceRun(folder, skipPostgres ? null : await startPostgres());
  await makeTemplates(async (name, from) => {
    if (from !== 'empty') await copyFile(templateFile(from), templateFile(name));
    return `sqlite:${templateFile(name)}`;
  });
  if (!skipPostgres) await makeTemplates(createDatabase);
}

/** Runs once, after all tests. */
export async function mochaGlobalTeardown(): Promise<void> {
  await stopPostgres();
  reportSkips();
  if (skipPostgres) console.warn('  !!! SKIPPED: every PostgreSQL test, because OCTAVO_SKIP_POSTGRES=1 !!!\n');
  await rm(runFolder(), { recursive: true, force: true });
}

/** `/dev/shm`, where SQLite never waits for a disk, if it has 1 GiB free; else, or if TMPDIR is set, the usual folder. */
async function fastFolder(): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir();
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= 2 ** 30 ? MEMORY : tmpdir();
}

const MEMORY = '/dev/shm';

/** The server of TEST_POSTGRES_URL, else one from npm. */
async function startPostgres(): Promise<string> {
  const configured = process.env['TEST_POSTGRES_URL'];
  if (configured) {
    stopPostgres = dropDatabases;
    return configured;
  }
  const { url, stop } = await embedPostgres(['-c', 'synchronous_commit=off']);
  stopPostgres = stop;
  return url;
}
