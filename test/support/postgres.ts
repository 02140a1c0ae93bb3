import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

import { embedPostgres } from './embedded-postgres.ts';

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
  const { url, stop } = await embedPostgres(['-c', 'synchronous_commit=off']);
  return { url, stop };
}

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
