import { setImmediate } from 'node:timers/promises';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { kyselyOf } from '../entities/kysely.ts';
import { DEADLINE_EXCEEDED, withDeadline, withoutDeadline } from '../routers/base/deadline.ts';
import { longTransaction } from '../routers/data/long-transaction.ts';
import type { Database } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';
import { faultySqlite, sqliteError, type FaultySqlite } from './support/faulty-sqlite.ts';
import { Label, openLibrary, type LibraryTables } from './support/library.ts';

const [sqlite] = databaseKinds;

describe('Transactions on SQLite that share a COMMIT', () => {
  let faulty: FaultySqlite;
  let database: Database<LibraryTables>;
  let other: BetterSqlite3.Database;
  let now = 0;
  let commits = 0;

  before(async () => {
    faulty = faultySqlite();
    database = await openLibrary(await sqlite!.freshUrl(), { monotonic: () => now });
    other = new BetterSqlite3(database.url.slice('sqlite:'.length), { readonly: true });
  });

  after(async () => {
    faulty?.undo();
    other?.close();
    await database?.close();
  });

  beforeEach(async () => {
    await database.kysely.deleteFrom('label').execute();
    commits = 0;
    faulty.fault = countCommits;
  });

  afterEach(() => expect(database.stuckFor()).to.equal(0));

  it('are those that are queued at the same time, up to 32, and each is answered after the COMMIT', async () => {
    const unseen: string[] = [];
    const names = Array.from({ length: 70 }, (_, number) => `code ${String(number).padStart(2, '0')}`);
    await Promise.all(names.map(async (code) => write(code).then(() => isSeen(code) || unseen.push(code))));
    expect(unseen).to.deep.equal([]);
    expect(commits).to.equal(3);
    expect(await codes()).to.deep.equal(names);
  });

  it('are not kept waiting by those that come later than 20 ms', async () => {
    await Promise.all(['one', 'two', 'three', 'four'].map((code) => byKysely(code, () => (now += 15))));
    expect(commits).to.equal(2);
  });

  it('one alone is committed at once', async () => {
    await write('one');
    await write('two');
    expect(commits).to.equal(2);
  });

  it('can be rolled back one by one', async () => {
    const outcomes = await Promise.allSettled([write('one'), write('same'), write('same'), write('two')]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[2] as PromiseRejectedResult).reason).to.be.instanceOf(UniqueConstraintViolationException);
    expect(await codes()).to.deep.equal(['one', 'same', 'two']);
  });

  it('keep their savepoints apart', async () => {
    const nested = (code: string) =>
      database.orm.em.fork().transactional(async (tx) => {
        await insert(tx, code);
        const inner = tx.transactional(async (deeper) => {
          await insert(deeper, `${code}, dropped`);
          throw new Error('inner');
        });
        await inner.catch(() => undefined);
        await tx.transactional((deeper) => insert(deeper, `${code}, kept`));
      });
    await Promise.all([nested('one'), nested('two'), nested('three')]);
    expect(commits).to.equal(1);
    expect(await codes()).to.deep.equal(['one', 'one, kept', 'three', 'three, kept', 'two', 'two, kept']);
  });

  const faults: { name: string; pattern: RegExp; at: number; rolledBack?: boolean; fails: string[] }[] = [
    { name: 'the COMMIT', pattern: /^commit$/, at: 1, fails: ['one', 'two', 'three'] },
    { name: 'the COMMIT, rolled back', pattern: /^commit$/, at: 1, rolledBack: true, fails: ['one', 'two', 'three'] },
    { name: 'a statement', pattern: /^insert/, at: 2, fails: ['two'] },
    { name: 'a statement, rolled back', pattern: /^insert/, at: 2, rolledBack: true, fails: ['one', 'two'] },
    { name: 'the savepoint', pattern: /^savepoint octavo/, at: 1, fails: ['two'] },
    { name: 'its release', pattern: /^release octavo/, at: 1, fails: ['one', 'two'] },
  ];
  for (const { name, pattern, at, rolledBack = false, fails } of faults) {
    it(`fail with their shared COMMIT, and independently otherwise: ${name}`, async () => {
      let seen = 0;
      faulty.fault = (text, connection) => {
        if (!pattern.test(text) || ++seen !== at) return;
        if (rolledBack) connection.exec('/* by itself */ rollback');
        throw sqliteError('SQLITE_FULL');
      };
      const names = ['one', 'two', 'three'];
      const outcomes = await Promise.allSettled(names.map((code) => write(code)));
      const failed = names.filter((_, index) => outcomes[index]!.status === 'rejected');
      expect(failed).to.deep.equal(fails);
      expect(await codes()).to.deep.equal(names.filter((code) => !fails.includes(code)).toSorted());
      await write('next');
      expect(await codes()).to.include('next');
    });
  }

  it('one that fails because of another is answered only when that one is committed', async () => {
    let left = 0;
    faulty.fault = (text) => {
      if (text === 'commit' && left-- > 0) throw sqliteError('SQLITE_FULL');
    };
    for (const way of [write, byKysely]) {
      left = 1;
      const outcomes = await Promise.allSettled([way('same'), way('same')]);
      for (const outcome of outcomes) expect(String((outcome as PromiseRejectedResult).reason)).to.match(/FULL/);
      expect(await codes()).to.deep.equal([]);
    }
  });

  it('are committed before a long one, a single statement or a read-only one has its turn', async () => {
    const em = database.orm.em;
    await Promise.all([
      write('one'),
      longTransaction(em, (tx) => insert(tx, 'long')),
      write('two'),
      database.kysely.insertInto('label').values({ code: 'alone', note: null }).execute(),
      write('three'),
      em.fork().transactional((tx) => tx.findAll(Label), { readOnly: true }),
    ]);
    expect(await codes()).to.deep.equal(['alone', 'long', 'one', 'three', 'two']);
  });

  it('one whose request gave up before the COMMIT counts as foreign, so that the caches hear of it', async () => {
    const { version } = database;
    const before = version();
    const holding = Promise.withResolvers<void>();
    let second: Promise<void> | undefined;
    const work = () =>
      byKysely('first', async () => {
        second = withoutDeadline(() => byKysely('second', () => holding.promise));
        await setImmediate();
      });
    const first = withDeadline(work, 300).catch((error: unknown) => error);
    expect(await first).to.include({ code: DEADLINE_EXCEEDED });
    expect(isSeen('first')).to.equal(false);
    holding.resolve();
    await second;
    expect(await codes()).to.deep.equal(['first', 'second']);
    expect(version()).to.equal(before + 1);
  });

  function countCommits(text: string): void {
    if (text === 'commit') commits += 1;
  }

  const isSeen = (code: string) => other.prepare('select 1 from label where code = ?').get(code) !== undefined;

  const codes = async () =>
    (await database.kysely.selectFrom('label').select('code').orderBy('code').execute()).map(({ code }) => code);

  function insert(em: Parameters<typeof kyselyOf>[0], code: string): Promise<unknown> {
    return kyselyOf<LibraryTables>(em).insertInto('label').values({ code, note: null }).execute();
  }

  function byKysely(code: string, then: () => unknown = () => undefined): Promise<void> {
    return database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('label').values({ code, note: null }).execute();
      await then();
    });
  }

  async function write(code: string): Promise<void> {
    const em = database.orm.em.fork();
    em.create(Label, { code });
    await em.flush();
  }
});
