import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from './redis.ts';
import { skip } from './skip.ts';

const run = promisify(execFile);

/** A PostgreSQL of the operating system, which has the tools that the one from npm lacks, with a folder of its own. */
export interface PostgresCluster {
  /** Its parent; its data is in `main` there. */
  folder: string;
  url: string;
  /** For its tools. */
  env: Record<string, string>;
  /** Runs a script as the user that owns it, because PostgreSQL refuses to run as root. @returns its output */
  shell(script: string): Promise<string>;
  control(action: 'start' | 'stop' | 'restart'): Promise<void>;
  remove(): Promise<void>;
}

/** Makes and starts a cluster with one database; skips the test where there is no PostgreSQL. */
export async function createCluster(test: Mocha.Context): Promise<PostgresCluster> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? '';
  if (spawnSync(join(bin, 'initdb'), ['--version']).error || spawnSync(join(bin, 'pg_basebackup')).error)
    skip(test, 'there is no PostgreSQL with pg_basebackup');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'octavo-cluster-'));
  const owner = ownerOf(folder);
  const env = { PATH: `${bin}:${process.env['PATH']}`, PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' };
  const shell = async (script: string) =>
    (await run('bash', ['--norc', '-ec', script], { cwd: folder, env: { ...env, LC_ALL: 'C' }, ...owner })).stdout;
  const data = join(folder, 'main');
  const options = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off`;
  const cluster: PostgresCluster = {
    folder,
    url: `postgres://postgres@127.0.0.1:${port}/octavo`,
    env,
    shell,
    async control(action) {
      await shell(
        `pg_ctl ${action} --silent --pgdata=${data} --log=${folder}/log --options='${options}' --timeout=300`,
      );
    },
    async remove() {
      await cluster.control('stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await shell(`initdb --no-sync --locale=C --encoding=UTF8 --auth=trust --username=postgres --pgdata=${data}`);
  await cluster.control('start');
  await shell('createdb octavo');
  return cluster;
}

/** For root: the user of the package, to whom the folder is given. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(folder, uid!, gid!);
  return { uid: uid!, gid: gid! };
}
