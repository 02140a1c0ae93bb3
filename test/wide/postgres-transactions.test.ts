import { expect } from 'chai';
import { sql, type Transaction } from 'kysely';
import { Client } from 'pg';

import type { Database } from '../../server/storage/database/open.ts';
import { databaseKinds } from '../support/databases.ts';
import { Label, openLibrary, type LibraryTables } from '../support/library.ts';
import { lineTo, type Line } from '../support/line.ts';
import { stopwatch } from '../support/stopwatch.ts';

for (const kind of databaseKinds.slice(1)) {
  describe(`failing transactions on ${kind.name}, with one connection`, function () {
    let url: string;
    let line: Line;
    let database: Database<LibraryTables>;
    let observer: Client;

    before(async () => {
      const target = new URL(await kind.freshUrl());
      observer = new Client({ connectionString: target.href });
      await observer.connect();
      line = await lineTo(Number(target.port));
      target.port = String(line.port);
      url = target.href;
    });

    beforeEach(async () => {
      database = await openLibrary(url, { connections: 1 });
      await observer.query('delete from label');
    });

    afterEach(async function () {
      await line.resume();
      // A connection that is never returned would delay the end.
      if (this.currentTest?.isPassed()) await database.close();
    });

    after(async () => {
      await line?.close();
      await observer?.end();
    });

    function fails(title: string, test: () => Promise<void>): void {
      it(title, async () => {
        await test();
        await expectToGoOn();
      });
    }

    fails('a backend that is ended inside', async () => {
      const failed = fork().transactional(async (em) => {
        em.create(Label, { code: 'lost' });
        await em.flush();
        await endBackend();
        await em.count(Label);
      });
      await expectFailure(failed, /terminating connection|Connection terminated|connection error/);
      expect(await stored()).to.deep.equal([]);
    });

    fails('a backend that is ended before COMMIT', async () => {
      const failed = fork().transactional(async (em) => {
        em.create(Label, { code: 'lost' });
        await em.flush();
        await endBackend();
      });
      await expectFailure(failed, /terminating connection|Connection terminated|not queryable/);
      expect(await stored()).to.deep.equal([]);
    });

    fails('a backend that is ended after a savepoint', async () => {
      const failed = fork().transactional((em) =>
        em.transactional(async (inner) => {
          inner.create(Label, { code: 'lost' });
          await inner.flush();
          await endBackend();
        }),
      );
      await expectFailure(failed, /terminating connection|Connection terminated|not queryable/);
      expect(await stored()).to.deep.equal([]);
    });

    fails('BEGIN that fails', async () => {
      await fork().count(Label);
      line.freeze();
      const failed = fork().transactional((em) => em.count(Label));
      await turn();
      await line.cut();
      await expectFailure(failed, /Connection terminated/);
    });

    fails('BEGIN that fails, in Kysely', async () => {
      await fork().count(Label);
      line.freeze();
      const failed = database.kysely.transaction().execute((transaction) => count(transaction));
      await turn();
      await line.cut();
      await expectFailure(failed, /Connection terminated/);
    });

    fails('COMMIT that is cut off', async () => {
      const failed = fork().transactional(async (em) => {
        em.create(Label, { code: 'unknown' });
        await em.flush();
        line.freeze();
        setImmediate(() => void line.cut());
      });
      await expectFailure(failed, /Connection terminated/);
    });

    fails('COMMIT that the database refuses', async () => {
      await observer.query(
        'alter table label add constraint later exclude (note with =) deferrable initially deferred',
      );
      try {
        const failed = fork().transactional(async (em) => {
          em.create(Label, { code: 'one', note: 'same' });
          em.create(Label, { code: 'two', note: 'same' });
          await em.flush();
        });
        await expectFailure(failed, /conflicting key value/);
      } finally {
        await observer.query('alter table label drop constraint later');
      }
      expect(await stored()).to.deep.equal([]);
    });

    fails('ROLLBACK that is cut off does not hide the cause', async () => {
      const failed = fork().transactional(async (em) => {
        em.create(Label, { code: 'lost' });
        await em.flush();
        line.freeze();
        setImmediate(() => void line.cut());
        throw new Error('the cause');
      });
      await expectFailure(failed, /^the cause$/);
    });

    fails('ROLLBACK that is cut off does not hide the cause, in Kysely', async () => {
      const failed = database.kysely.transaction().execute(async (transaction) => {
        await count(transaction);
        line.freeze();
        setImmediate(() => void line.cut());
        throw new Error('the cause');
      });
      await expectFailure(failed, /^the cause$/);
    });

    fails('a statement that still runs when its transaction ends', async () => {
      const failed = database.kysely.connection().execute(async (connection) => {
        void sql`select pg_sleep(30)`.execute(connection).catch(() => undefined);
        throw new Error('the cause');
      });
      await expectFailure(failed, /^the cause$/);
    });

    fails('a session that leaves its transaction open', async () => {
      await database.kysely.connection().execute(async (connection) => {
        await sql`begin`.execute(connection);
        await sql`insert into label (code) values ('open')`.execute(connection);
      });
      expect(await stored()).to.deep.equal([]);
    });

    fails('a stream that is cut off', async () => {
      await observer.query("insert into label (code) select 'l' || n from generate_series(1, 3000) as n");
      const read = async () => {
        for await (const row of database.kysely.selectFrom('label').select('code').stream(10)) {
          if (row.code === 'l1') await endBackend();
        }
      };
      await expectFailure(read(), /terminating connection|Connection terminated|connection error/);
    });

    const fork = () => database.orm.em.fork();

    /** Each of these cases used to leak the only connection, so that the next query waited forever. */
    async function expectToGoOn(): Promise<void> {
      await line.resume();
      const elapsed = stopwatch();
      await fork().transactional(async (em) => {
        em.create(Label, { code: 'after' });
        await em.flush();
      });
      expect(elapsed()).to.be.below(1000);
      expect(await stored())
        .to.include('after')
        .and.not.include('open');
    }

    /** Terminates the backend of the connection like an administrator, and waits for its end. */
    async function endBackend(): Promise<void> {
      const mine = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      await observer.query(`select pg_terminate_backend(pid, 5000) from (${mine}) as others`);
    }

    async function stored(): Promise<string[]> {
      const { rows } = await observer.query<{ code: string }>('select code from label order by code');
      return rows.map(({ code }) => code);
    }
  });
}

async function count(transaction: Transaction<LibraryTables>): Promise<void> {
  await transaction.selectFrom('label').select('code').execute();
}

async function expectFailure(failing: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await failing.then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(error?.message).to.match(message);
}

/** Yields to the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
