import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';

import { kyselyOf } from '../entities/kysely.ts';
import type { Database } from '../server/storage/database/open.ts';
import { inChildren } from './support/child.ts';
import { databaseKinds } from './support/databases.ts';
import { Author, emptyLibrary, Label, type LibraryTables, openLibrary } from './support/library.ts';

for (const kind of databaseKinds) {
  describe(`transactions on ${kind.name}`, () => {
    let database: Database<LibraryTables>;
    let statements: string[] = [];

    before(async () => {
      database = await openLibrary(await kind.freshUrl(), { onQuery: (text) => statements.push(text) });
    });

    after(() => database?.close());

    beforeEach(async () => {
      await emptyLibrary(database);
      statements = [];
    });

    const fork = () => database.orm.em.fork();

    const begin = kind.name === 'SQLite' ? 'begin immediate' : 'begin';

    it('take the write lock at the start, in MikroORM and Kysely', async () => {
      await fork().transactional((em) => em.count(Author));
      await database.kysely.transaction().execute((trx) => trx.selectFrom('author').select('id').execute());
      const em = fork();
      em.create(Label, { code: 'red' });
      await em.flush();
      expect(statements.filter((text) => text.startsWith('begin'))).to.deep.equal([begin, begin, begin]);
    });

    it('take no lock when they are read-only', async () => {
      await fork().transactional((em) => em.count(Author), { readOnly: true });
      expect(statements[0]).to.equal(kind.name === 'SQLite' ? 'begin' : 'start transaction read only');
    });

    it('can be nested and rolled back', async () => {
      await fork().transactional(async (em) => {
        em.create(Label, { code: 'kept' });
        await em.flush();
        const inner = em.transactional(async (nested) => {
          nested.create(Label, { code: 'dropped' });
          await nested.flush();
          throw new Error('inner');
        });
        expect(await inner.catch((error: Error) => error.message)).to.equal('inner');
      });
      expect((await fork().findAll(Label)).map(({ code }) => code)).to.deep.equal(['kept']);
    });

    it('are used by kyselyOf within them, through the inner and the outer em', async () => {
      const outer = fork();
      await outer
        .transactional(async (em) => {
          em.create(Label, { code: 'red' });
          await em.flush();
          for (const each of [em, outer]) {
            const rows = await kyselyOf<LibraryTables>(each).selectFrom('label').select('code').execute();
            expect(rows).to.deep.equal([{ code: 'red' }]);
          }
          throw new Error('undo');
        })
        .catch(() => {});
      const rows = await kyselyOf<LibraryTables>(outer).selectFrom('label').select('code').execute();
      expect(rows).to.deep.equal([]);
      expect(kyselyOf<LibraryTables>(outer)).to.equal(database.kysely);
    });

    for (const event of ['afterTransactionStart', 'beforeTransactionCommit', 'beforeTransactionRollback'] as const) {
      it(`end also when a subscriber throws: ${event}`, async () => {
        const em = database.orm.em.fork({ cloneEventManager: true });
        em.getEventManager().registerSubscriber({ [event]: () => Promise.reject(new Error('the subscriber')) });
        const failed = em.transactional(async (tx) => {
          tx.create(Label, { code: 'lost' });
          await tx.flush();
          if (event === 'beforeTransactionRollback') throw new Error('the cause');
        });
        const expected = event === 'beforeTransactionRollback' ? 'the cause' : 'the subscriber';
        expect(await failed.catch((error: Error) => error.message)).to.equal(expected);
        // Uses every connection of the pool in turn, or the only one of SQLite.
        for (let time = 0; time < 11; time++) {
          expect(await fork().transactional((tx) => tx.count(Label))).to.equal(0);
        }
      });
    }

    it('of two processes that read before they write lose no update', async () => {
      await fork().insert(Author, { name: 'counter', views: 0 });
      await inChildren(2, 'count', database.url);
      expect(await fork().findOneOrFail(Author, { name: 'counter' })).to.include({ views: 100 });
    });
  });
}
