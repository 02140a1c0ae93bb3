import { statSync } from 'node:fs';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { sql } from 'kysely';

import { kyselyOf } from '../entities/kysely.ts';
import { DEADLINE_EXCEEDED, withDeadline } from '../routers/base/deadline.ts';
import { longTransaction } from '../routers/data/long-transaction.ts';
import type { Database } from '../server/storage/database/open.ts';
import { WriterThread } from '../server/storage/database/writer/thread.ts';
import { SqliteWriter } from '../server/storage/database/writer/writer.ts';
import { databaseKinds } from './support/databases.ts';
import { until } from './support/until.ts';
import { Label, openLibrary, type LibraryTables } from './support/library.ts';

const [sqlite] = databaseKinds;

describe('long transactions on SQLite', function () {
  this.timeout(30_000);
  let database: Database<LibraryTables>;
  let file = '';

  before(async () => {
    database = await openLibrary(await sqlite!.freshUrl());
    file = database.url.slice('sqlite:'.length);
  });

  after(() => database.close());

  beforeEach(() => database.kysely.deleteFrom('label').execute());

  it('block nothing, not even by one slow statement', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await inLong((tx) => count(tx, 2_000_000));
    clearInterval(timer);
    expect(turns).to.be.at.least(20);
  });

  it('are committed as a whole, with entities and with Kysely; no part is visible before, and other writes wait', async () => {
    const order: string[] = [];
    let other: Promise<unknown> | undefined;
    await inLong(async (tx) => {
      tx.create(Label, { code: 'entity' });
      await tx.flush();
      await insert(tx, 'kysely');
      other = write('other').then(() => order.push('other'));
      await count(tx, 100_000);
      expect(await codes()).to.deep.equal([]);
      expect((await tx.findAll(Label, { orderBy: { code: 1 } })).map(({ code }) => code)).to.have.length(2);
      order.push('long');
    });
    await other;
    expect(order).to.deep.equal(['long', 'other']);
    expect(await codes()).to.deep.equal(['entity', 'kysely', 'other']);
  });

  it('are rolled back as a whole, and the next one works', async () => {
    const failure = await inLong(async (tx) => {
      await insert(tx, 'one');
      await tx.transactional((inner) => insert(inner, 'two'));
      throw new Error('the cause');
    }).catch((error: Error) => error.message);
    expect(failure).to.equal('the cause');
    await inLong((tx) => insert(tx, 'next'));
    expect(await codes()).to.deep.equal(['next']);
  });

  it('are not mistaken for another process, nor are checkpoints of the thread', async () => {
    const before = database.version();
    await inLong((tx) => insert(tx, 'own'));
    await write('x'.repeat(5_000_000));
    expect(await database.emptyLog()).to.equal(true);
    await inLong((tx) => insert(tx, 'again'));
    await write('after');
    expect(database.version()).to.equal(before);
  });

  it('hide no commit of another process, before or after them', async () => {
    const other = new BetterSqlite3(file);
    let before = database.version();
    other.exec(`insert into label (code) values ('before')`);
    await inLong((tx) => insert(tx, 'own'));
    expect(database.version()).to.not.equal(before);
    before = database.version();
    await inLong((tx) => insert(tx, 'again'));
    other.exec(`insert into label (code) values ('after')`);
    other.close();
    await until(() => database.version() !== before);
  });

  it('have the usual errors', async () => {
    const failure = await inLong(async (tx) => {
      for (const code of ['same', 'same']) {
        tx.create(Label, { code });
        await tx.flush();
        tx.clear();
      }
    }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(UniqueConstraintViolationException);
    expect(await codes()).to.deep.equal([]);
  });

  it('end at the deadline of their request, and store nothing', async () => {
    const late = withDeadline(
      () =>
        inLong(async (tx) => {
          await insert(tx, 'late');
          await count(tx, 2_000_000);
        }),
      100,
    );
    expect(await late.catch((error: unknown) => error)).to.include({ code: DEADLINE_EXCEEDED });
    await write('after');
    expect(await codes()).to.deep.equal(['after']);
    expect(database.stuckFor()).to.equal(0);
  });

  it('wait for another writing process', async () => {
    const other = new BetterSqlite3(file);
    other.exec('begin immediate');
    const written = inLong((tx) => insert(tx, 'waited'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.exec('commit');
    other.close();
    await written;
    expect(await codes()).to.deep.equal(['waited']);
  });

  it('wait for the thread and then for the connection, for no longer than one wait in all', async () => {
    const thread = new WriterThread(file, () => undefined);
    const connection = new BetterSqlite3(file);
    const writer = new SqliteWriter(connection, { waitFor: 1000 }, thread);
    const free = await thread.take();
    const short = await writer.open();
    const begun = performance.now();
    const long = writer.open({ long: true }).catch((error: unknown) => error);
    setTimeout(free, 700);
    expect(await long).to.be.an('error');
    expect(performance.now() - begun).to.be.within(990, 1600);
    short.end();
    (await writer.open({ long: true })).end();
    connection.close();
    await thread.close();
  });

  it('are rolled back when their thread ends, and a new thread starts', async () => {
    const thread = new WriterThread(file, () => undefined);
    await thread.execute('begin immediate', []);
    await thread.execute("insert into label (code) values ('lost')", []);
    expect(thread.inTransaction).to.equal(true);
    await thread.close();
    await thread.execute("insert into label (code) values ('kept')", []);
    await thread.close();
    expect(await codes()).to.deep.equal(['kept']);
  });

  it('keep the write-ahead log short, as do many short ones', async () => {
    const pages = () => {
      const [row] = other.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[];
      return row!.log - row!.checkpointed;
    };
    const other = new BetterSqlite3(file);
    const long = 'x'.repeat(40_000);
    const insertSome = async (tx: SqlEntityManager, name: string, some: number) => {
      for (let at = 0; at < some; at++) {
        await kyselyOf<LibraryTables>(tx)
          .insertInto('label')
          .values({ code: `${name} ${at}`, note: long })
          .execute();
      }
    };
    await inLong((tx) => insertSome(tx, 'long', 300));
    for (let at = 0; at < 300; at++) await database.orm.em.fork().transactional((tx) => insertSome(tx, `${at}`, 1));
    expect(await database.emptyLog()).to.equal(true);
    expect(statSync(`${file}-wal`).size).to.equal(0);
    await inLong((tx) => insertSome(tx, 'again', 300));
    while (pages() > 1000) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(other.pragma('integrity_check', { simple: true })).to.equal('ok');
    other.close();
  });

  it('keep the write-ahead log short during continuous writes', async () => {
    const note = 'x'.repeat(40_000);
    const size = () => statSync(`${file}-wal`).size / 2 ** 20;
    /** Writes about 400 MB. @returns the largest size of the log in MiB */
    const writeMuch = async () => {
      let largest = 0;
      for (let round = 0; round < 120; round++) {
        await database.orm.em.fork().transactional(async (tx) => {
          const labels = kyselyOf<LibraryTables>(tx);
          await labels.deleteFrom('label').execute();
          for (let at = 0; at < 50; at++)
            await labels
              .insertInto('label')
              .values({ code: `${at}`, note })
              .execute();
        });
        largest = Math.max(largest, size());
      }
      return largest;
    };
    let least = await writeMuch();
    // On a busy machine, the thread of the checkpoints may get no processor time for a while.
    for (let again = 0; least >= 100 && again < 3; again++) {
      expect(await database.emptyLog()).to.equal(true);
      least = await writeMuch();
    }
    expect(least).to.be.below(100);
  });

  const inLong = <T>(work: (tx: SqlEntityManager) => Promise<T>) => longTransaction(database.orm.em, work);

  const codes = async () =>
    (await database.kysely.selectFrom('label').select('code').orderBy('code').execute()).map(({ code }) => code);

  const write = (code: string) => database.orm.em.fork().transactional((tx) => insert(tx, code));
});

async function insert(tx: SqlEntityManager, code: string): Promise<void> {
  await kyselyOf<LibraryTables>(tx).insertInto('label').values({ code, note: null }).execute();
}

/** Takes longer the more it counts. */
async function count(tx: SqlEntityManager, upTo: number): Promise<void> {
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${upTo})
    select count(*) from numbers`.execute(kyselyOf(tx));
}
