import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

import type { Template } from './databases.ts';
import { databasePrefix, postgresServer } from './run.ts';

/** The URL of a new database, which is dropped after the run. */
export async function newPostgresUrl(template: Template = 'empty'): Promise<string> {
  return createDatabase(randomBytes(6).toString('hex'), template);
}

/**
 * Creates a database on the server of this run.
 *
 * @param name appended to the prefix of the run
 * @returns its URL
 */
export async function createDatabase(name: string, template: Template): Promise<string> {
  const database = databasePrefix() + name;
  const source = template === 'empty' ? 'template0' : databasePrefix() + template;
  await administer((client) => client.query(`create database ${database} template ${source}`));
  return Object.assign(new URL(postgresServer()), { pathname: database }).href;
}

/** Drops all databases of this run, for a server that keeps running. */
export async function dropDatabases(): Promise<void> {
  await administer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: postgresServer() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
