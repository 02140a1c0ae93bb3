import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';

import type { Database } from '../server/storage/database/open.ts';
import { OctavoSqliteDialect } from '../server/storage/database/sqlite-dialect.ts';
import { explainSqlite } from '../server/storage/database/sqlite-errors.ts';
import { SqliteWriter } from '../server/storage/database/writer/writer.ts';
import { databaseKinds } from './support/databases.ts';
import { Label, openLibrary, type LibraryTables } from './support/library.ts';
import { stopwatch } from './support/stopwatch.ts';

const [sqlite] = databaseKinds;

describe('connections to SQLite', function () {
  let database: Database<LibraryTables>;
  let now = 0;

  before(async () => {
    database = await openLibrary(await sqlite!.freshUrl(), { monotonic: () => now });
  });

  after(() => database?.close());

  beforeEach(() => database.kysely.deleteFrom('label').execute());

  it('reads outside a transaction without waiting, and see committed data', async () => {
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('label').values({ code: 'new', note: null }).execute();
      expect(await codes()).to.deep.equal([]);
    });
    expect(await codes()).to.deep.equal(['new']);
  });

  it('keep a prepared read working when the schema changes', async () => {
    const { kysely } = database;
    const read = async () => (await sql<object>`select * from changing`.execute(kysely)).rows;
    await sql`create table changing (a)`.execute(kysely);
    await sql`insert into changing values (1)`.execute(kysely);
    expect(await read()).to.deep.equal([{ a: 1 }]);
    await sql`alter table changing add column b default 2`.execute(kysely);
    expect(await read()).to.deep.equal([{ a: 1, b: 2 }]);
    await sql`drop table changing`.execute(kysely);
    expect(String(await read().catch((error: Error) => error))).to.include('no such table');
    await sql`create table changing (c)`.execute(kysely);
    expect(await read()).to.deep.equal([]);
  });

  it('yield to the event loop between transactions', async () => {
    let turns = 0;
    let writing = true;
    setImmediate(function turn() {
      turns += 1;
      if (writing) setImmediate(turn);
    });
    await Promise.all(Array.from({ length: 100 }, (_, number) => write(`code ${number}`)));
    writing = false;
    expect(turns).to.be.at.least(100);
  });

  it('wait for another writing process without blocking the event loop, for a limited time', async () => {
    const other = new BetterSqlite3(fileOf(database));
    other.exec('begin immediate');
    const written = Promise.all([write('red'), database.kysely.insertInto('label').values(blue).execute()]);
    await setTimeout(20);
    expect(await codes()).to.deep.equal([]);
    other.exec('commit');
    other.close();
    await written;
    expect(await codes()).to.deep.equal(['blue', 'red']);
  });

  it('give up when another process writes for too long', async () => {
    const [own, other] = [new BetterSqlite3(fileOf(database), { timeout: 0 }), new BetterSqlite3(fileOf(database))];
    const writer = new SqliteWriter(own, { busyFor: 30, waitFor: 50 });
    other.exec('begin immediate');
    const elapsed = stopwatch();
    const failed = Promise.allSettled(Array.from({ length: 5 }, () => writer.runAlone('delete from label', [])));
    const codesOf = (await failed).map((each) => each.status === 'rejected' && (each.reason as { code: string }).code);
    // The later ones have waited for the earlier ones of this process.
    expect(codesOf[0]).to.equal('SQLITE_BUSY');
    expect(codesOf.filter((code) => code !== 'SQLITE_BUSY' && code !== 'QUEUE_TIMEOUT')).to.deep.equal([]);
    expect(elapsed()).to.be.below(1000);
    other.close();
    await writer.runAlone('delete from label', []);
    own.close();
  });

  it('report how long a transaction has been idle', async () => {
    const { stuckFor } = database;
    expect(stuckFor()).to.equal(0);
    await database.kysely.transaction().execute(async (transaction) => {
      now += 60_000;
      expect(stuckFor()).to.equal(60_000);
      await transaction.selectFrom('label').select('code').execute();
      expect(stuckFor()).to.equal(0);
      now += 1;
    });
    expect(stuckFor()).to.equal(0);
  });

  it('give a ping priority over queued writes', async () => {
    const order: string[] = [];
    await database.kysely.transaction().execute(async () => {
      for (const code of ['one', 'two']) void write(code).then(() => order.push(code));
      void database.ping().then(() => order.push('ping'));
      await setTimeout(20);
    });
    while (order.length < 3) await setTimeout(1);
    expect(order).to.deep.equal(['ping', 'one', 'two']);
  });

  it('accept writes during a long write of this process, but not during an idle one', async () => {
    const own = new BetterSqlite3(fileOf(database), { timeout: 0 });
    const failures: unknown[] = [];
    const writer = new SqliteWriter(own, { onFailure: (error) => failures.push(error) });
    const transaction = await writer.open();
    await transaction.begin('begin immediate');
    const timer = setInterval(() => transaction.run('select 1', []), 5);
    await writer.probe(50, false);
    expect(failures).to.deep.equal([]);
    clearInterval(timer);
    await setTimeout(50);
    const error = await writer.probe(20, false).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'SQLITE_BUSY' });
    expect(failures).to.deep.equal([error]);
    expect(explainSqlite(error, 'blog.db')).to.equal('A write of this process has made no progress for 0.02 seconds.');
    transaction.end();
    await writer.probe(20, false);
    own.close();
  });

  it('work with a pool of one', async () => {
    const memory = new BetterSqlite3(':memory:');
    const dialect = new OctavoSqliteDialect({ writer: new SqliteWriter(memory), close: () => void memory.close() });
    const kysely = new Kysely<LibraryTables>({ dialect });
    await sql`create table label (code, note)`.execute(kysely);
    const inserting = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('label').values(blue).execute();
      await setTimeout(5);
    });
    expect(await kysely.selectFrom('label').select('code').execute()).to.deep.equal([{ code: 'blue' }]);
    await inserting;
    await kysely.destroy();
    expect(memory.open).to.equal(false);
  });

  const codes = async () =>
    (await database.kysely.selectFrom('label').select('code').orderBy('code').execute()).map(({ code }) => code);

  async function write(code: string): Promise<void> {
    const em = database.orm.em.fork();
    em.create(Label, { code });
    await em.flush();
  }
});

const blue = { code: 'blue', note: null };

function fileOf({ url }: Database<LibraryTables>): string {
  return url.slice('sqlite:'.length);
}
