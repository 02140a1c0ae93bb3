import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

import { expect } from 'chai';
import { sql } from 'kysely';
import { beforeEach, describe, it } from 'mocha';

import { DatabaseUnavailable } from '../../server/storage/database/errors.ts';
import { type Database, openDatabase } from '../../server/storage/database/open.ts';
import { openPostgres } from '../../server/storage/database/postgres.ts';
import { inChildren } from '../support/child.ts';
import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';

describe('openDatabase', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await newFolder();
  });

  it('creates the folder of an SQLite file', async () => {
    const database = await open(`sqlite:${folder}/a/b/blog.db`);
    await database.ping();
    await database.close();
  });

  it('accepts a path relative to the working directory, and :memory:', async () => {
    const before = process.cwd();
    process.chdir(folder);
    const relative = await open('sqlite:./data/blog.db').finally(() => process.chdir(before));
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(relative.kysely);
    expect(rows[0]!.file).to.match(/\/data\/blog\.db$/);
    await relative.close();
    const memory = await open('sqlite::memory:');
    await memory.ping();
    await memory.close();
  });

  it('sets every pragma on the first and on later connections', async () => {
    for (let opening = 1; opening <= 2; opening++) {
      const database = await open(`sqlite:${folder}/blog.db`);
      expect(await pragmas(database), `opening ${opening}`).to.deep.equal({
        journal_mode: 'wal',
        synchronous: 2,
        busy_timeout: 0,
        foreign_keys: 1,
        trusted_schema: 0,
        secure_delete: 1,
      });
      await database.close();
    }
  });

  it('rejects an unknown kind of URL', async () => {
    for (const url of ['', 'sqlite:', 'mysql://u:hunter2@h/d', './data/blog.db', 'postgres:/u:hunter2@h']) {
      expect(await refusal(url), url).to.include('must begin with sqlite: or postgres://');
    }
    expect(await refusal('postgres://u:hunter2@h:port/d')).to.include('is not an address');
  });

  it('reports why a file cannot be used', async () => {
    await writeFile(`${folder}/file`, 'not a database, and long enough to be looked at '.repeat(30));
    await mkdir(`${folder}/folder.db`);
    expect(await refusal(`sqlite:${folder}/file`)).to.include('is not an SQLite database');
    expect(await refusal(`sqlite:${folder}/file/blog.db`)).to.match(/folder .*file.* cannot be created/);
    expect(await refusal(`sqlite:${folder}/folder.db`)).to.include('cannot be opened');
    await mkdir(`${folder}/locked`, { mode: 0o555 });
    await chmod(folder, 0o755);
    const [answer] = await inChildren(1, 'openAsNobody', `sqlite:${folder}/locked/blog.db`);
    expect(answer).to.match(/^DatabaseUnavailable: .*locked cannot be written \(EACCES\)/);
  });

  it('reports why a server cannot be used, without the password', async () => {
    const port = await closedPort();
    expect(await refusal(`postgres://u:hunter2@127.0.0.1:${port}/d`)).to.include(
      `No PostgreSQL answers at 127.0.0.1:${port}`,
    );
    expect(await refusal('postgres://u:hunter2@octavo.invalid/d')).to.match(
      /octavo\.invalid (is not known|cannot be looked up)/,
    );
  });

  it('gives up on a server that does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const error = await openPostgres(`postgres://u:hunter2@127.0.0.1:${port}/d`, { timeout: 100 }).catch(
      (reason: Error) => reason,
    );
    silent.close();
    expect(error).to.be.instanceOf(DatabaseUnavailable);
    expect(error).to.have.property('message').that.includes('does not answer within 0.1 seconds');
  });

  for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
    it('reports the error of a PostgreSQL server', async () => {
      const url = new URL(await kind.freshUrl());
      const elsewhere = Object.assign(new URL(url), { pathname: 'octavo_nowhere' });
      expect(await refusal(elsewhere.href)).to.include('has no database octavo_nowhere');
      const stranger = Object.assign(new URL(url), { username: 'octavo_stranger', password: 'hunter2' });
      expect(await refusal(stranger.href)).to.match(/octavo_stranger/);
    });

    it('configures PostgreSQL connections', async () => {
      const database = await open(await kind.freshUrl());
      const { rows } = await sql`select count(*) as n, sum(1::bigint) as s, current_setting('application_name') as name,
        current_setting('statement_timeout') as timeout, current_setting('lock_timeout') as patience`.execute(
        database.kysely,
      );
      expect(rows).to.deep.equal([{ n: 1, s: 1, name: 'octavo', timeout: '13s', patience: '4500ms' }]);
      await database.close();
    });
  }

  for (const kind of databaseKinds) {
    it(`ping rejects after ${kind.name} is closed`, async () => {
      const database = await open(await kind.freshUrl());
      await database.ping();
      await database.close();
      expect(await database.ping().catch((error: Error) => error)).to.be.an('error');
    });
  }
});

function open(url: string): Promise<Database<unknown>> {
  return openDatabase<unknown>({ url, entities: [] });
}

/** The error message for `url`, which must not contain the password. */
async function refusal(url: string): Promise<string> {
  const error = await open(url).then(
    () => expect.fail(`${url} was opened`),
    (reason: Error) => reason,
  );
  expect(error).to.be.instanceOf(DatabaseUnavailable);
  expect(JSON.stringify([error.message, error.cause ?? null, String(error.cause)])).not.to.include('hunter2');
  expect(error.message).to.match(/^[^\n]+\.$/);
  return error.message;
}

async function pragmas({ kysely }: Database<unknown>): Promise<Record<string, unknown>> {
  const names = ['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys', 'trusted_schema', 'secure_delete'];
  const entries = names.map(async (name) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(kysely);
    return [name, Object.values(rows[0]!)[0]] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function closedPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
