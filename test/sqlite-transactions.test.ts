import { expect } from 'chai';

import type { Database } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';
import { faultySqlite, sqliteError, type FaultySqlite } from './support/faulty-sqlite.ts';
import { Label, openLibrary, type LibraryTables } from './support/library.ts';

const [sqlite] = databaseKinds;

describe('failing transactions on SQLite', () => {
  let faulty: FaultySqlite;
  let database: Database<LibraryTables>;

  before(async () => {
    faulty = faultySqlite();
    database = await openLibrary(await sqlite!.freshUrl());
  });

  after(async () => {
    faulty?.undo();
    await database?.close();
  });

  beforeEach(() => database.kysely.deleteFrom('label').execute());

  const begin = /^begin immediate$/;
  const commit = /^commit$/;
  const rollback = /^rollback$/;

  const cases: { name: string; fault: () => FaultySqlite['fault']; throws?: string; message: RegExp }[] = [
    { name: 'BEGIN', fault: () => once(begin, 'SQLITE_IOERR_LOCK'), message: /IOERR_LOCK/ },
    { name: 'COMMIT, rolled back', fault: () => once(commit, 'SQLITE_FULL', { rolledBack: true }), message: /FULL/ },
    { name: 'COMMIT, left open', fault: () => once(commit, 'SQLITE_IOERR_FSYNC'), message: /FSYNC/ },
    {
      name: 'a statement, rolled back',
      fault: () => once(/^insert/, 'SQLITE_FULL', { rolledBack: true }),
      message: /FULL/,
    },
    { name: 'a statement, left open', fault: () => once(/^insert/, 'SQLITE_IOERR_READ'), message: /READ/ },
    { name: 'ROLLBACK', fault: () => once(rollback, 'SQLITE_IOERR'), throws: 'the cause', message: /^the cause$/ },
    {
      name: 'ROLLBACK, rolled back',
      fault: () => once(rollback, 'SQLITE_ERROR', { rolledBack: true }),
      throws: 'the cause',
      message: /^the cause$/,
    },
    {
      name: 'COMMIT and then ROLLBACK',
      fault: () => both(once(commit, 'SQLITE_FULL'), once(rollback, 'SQLITE_IOERR')),
      message: /FULL/,
    },
  ];

  for (const { name, fault, throws, message } of cases) {
    for (const [way, write] of Object.entries({ MikroORM: byMikro, savepoints: bySavepoint, Kysely: byKysely })) {
      it(`${name}, in ${way}`, async () => {
        faulty.fault = fault();
        const error = await write(throws).then(
          () => null,
          (thrown: Error) => thrown,
        );
        expect(error?.message).to.match(message);
        expect(await codes(), 'a read').to.deep.equal([]);
        await byMikro();
        await byKysely();
        expect(await codes()).to.deep.equal(['kysely', 'mikro']);
        expect(database.stuckFor()).to.equal(0);
      });
    }
  }

  it('statements after a rollback by SQLite are not stored on their own', async () => {
    faulty.fault = once(/^insert/, 'SQLITE_FULL', { rolledBack: true });
    const failed = database.kysely.transaction().execute(async (transaction) => {
      const insert = (code: string) => transaction.insertInto('label').values({ code, note: null }).execute();
      await insert('one').catch(() => undefined);
      await insert('two');
    });
    expect(String(await failed.catch((error: Error) => error))).to.match(/FULL/);
    expect(await codes()).to.deep.equal([]);
  });

  it('a failing ROLLBACK fails the writes until one succeeds', async () => {
    let broken = true;
    faulty.fault = (text) => {
      if (broken && rollback.test(text)) throw sqliteError('SQLITE_IOERR');
    };
    await byKysely('the cause').catch(() => undefined);
    for (let time = 0; time < 3; time++) {
      expect(String(await byMikro().catch((error: Error) => error))).to.match(/IOERR/);
    }
    expect(await codes()).to.deep.equal([]);
    broken = false;
    await byMikro();
    expect(await codes()).to.deep.equal(['mikro']);
  });

  it('a transaction that its caller never ends releases its connection', async () => {
    const forgetful = database.kysely.connection().execute(async (connection) => {
      void connection.startTransaction().execute();
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('gone');
    });
    expect(String(await forgetful.catch((error: Error) => error))).to.match(/gone/);
    await byMikro();
  });

  it('a stream that is not read to its end returns the connection', async () => {
    await byMikro();
    for await (const { code } of database.kysely.selectFrom('label').select('code').stream()) {
      expect(code).to.equal('mikro');
      break;
    }
    await byKysely();
  });

  it('rejects a BEGIN statement, because other writes would join the transaction', async () => {
    const { sql } = await import('kysely');
    const begun = sql`begin`.execute(database.kysely);
    expect(String(await begun.catch((error: Error) => error))).to.match(/transaction\(\)/);
    await byMikro();
  });

  const codes = async () =>
    (await database.kysely.selectFrom('label').select('code').orderBy('code').execute()).map(({ code }) => code);

  async function byMikro(error?: string): Promise<void> {
    await database.orm.em.fork().transactional(async (em) => {
      em.create(Label, { code: 'mikro' });
      await em.flush();
      if (error !== undefined) throw new Error(error);
    });
  }

  async function bySavepoint(error?: string): Promise<void> {
    await database.orm.em.fork().transactional((em) =>
      em.transactional(async (inner) => {
        inner.create(Label, { code: 'inner' });
        await inner.flush();
        if (error !== undefined) throw new Error(error);
      }),
    );
  }

  async function byKysely(error?: string): Promise<void> {
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('label').values({ code: 'kysely', note: null }).execute();
      if (error !== undefined) throw new Error(error);
    });
  }
});

/** @param rolledBack whether SQLite has rolled back already, as it does when the disk is full */
function once(pattern: RegExp, code: string, { rolledBack = false } = {}): NonNullable<FaultySqlite['fault']> {
  let left = 1;
  return (text, database) => {
    if (!pattern.test(text) || left-- <= 0) return;
    if (rolledBack) database.exec('/* by itself */ rollback');
    throw sqliteError(code);
  };
}

function both(...faults: NonNullable<FaultySqlite['fault']>[]): NonNullable<FaultySqlite['fault']> {
  return (text, database) => faults.forEach((fault) => fault(text, database));
}
