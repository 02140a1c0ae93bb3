import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { sql } from 'kysely';

import { DEADLINE_EXCEEDED, withDeadline, withoutDeadline } from '../routers/base/deadline.ts';
import type { Database } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';
import { Label, openLibrary, type LibraryTables } from './support/library.ts';
import { stopwatch } from './support/stopwatch.ts';

for (const kind of databaseKinds) {
  // docs/interface.md, E6
  describe(`request deadline on ${kind.name}, with one connection`, function () {
    let database: Database<LibraryTables>;

    before(async () => {
      database = await openLibrary(await kind.freshUrl(), { connections: 1 });
    });

    afterEach(() => database.orm.em.fork().nativeDelete(Label, {}));

    after(() => database?.close());

    const fork = () => database.orm.em.fork();

    async function write(code: string): Promise<void> {
      await fork().transactional(async (em) => {
        em.create(Label, { code });
        await em.flush();
      });
    }

    async function stored(): Promise<string[]> {
      return (await fork().findAll(Label, { orderBy: { code: 1 } })).map(({ code }) => code);
    }

    /** Occupies the only connection until it is released. */
    async function holdConnection(): Promise<() => Promise<void>> {
      const letGo = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const held = fork().transactional(async (em) => {
        await em.count(Label);
        began.resolve();
        await letGo.promise;
      });
      await began.promise;
      return () => {
        letGo.resolve();
        return held;
      };
    }

    it('ends a wait for a connection, and nothing is written later', async () => {
      const letGo = await holdConnection();
      const [begun, elapsed] = [performance.now(), stopwatch()];
      await expectExceeded(withDeadline(() => write('late'), 100));
      expect(performance.now() - begun).to.be.at.least(95);
      expect(elapsed()).to.be.below(1000);
      await letGo();
      await write('after');
      expect(await stored()).to.deep.equal(['after']);
    });

    it('counts all waits of a request together', async () => {
      let times = 0;
      const work = async () => {
        for (; times < 10; times++) {
          const letGo = await withoutDeadline(holdConnection);
          setTimeout(() => void letGo(), 800);
          await fork().nativeDelete(Label, { code: 'none' });
        }
      };
      await expectExceeded(withDeadline(work, 2000));
      expect(times).to.be.within(1, 2);
    });

    it('rolls back a transaction that exceeds it', async () => {
      const work = () =>
        fork().transactional(async (em) => {
          em.create(Label, { code: 'half' });
          await em.flush();
          // Waits for the connection that this transaction occupies.
          await write('never');
        });
      await expectExceeded(withDeadline(work, 100));
      await write('after');
      expect(await stored()).to.deep.equal(['after']);
    });

    it('does not limit background work after the request', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let background: Promise<void> | undefined;
      await withDeadline(async () => {
        background = promise.then(() => write('background'));
      }, 20);
      await sleep(30);
      resolve();
      await background;
      expect(await stored()).to.deep.equal(['background']);
    });

    it('does not apply to long operations', async () => {
      const letGo = await holdConnection();
      const written = withDeadline(() => withoutDeadline(() => write('long')), 20);
      await sleep(50);
      await letGo();
      await written;
      expect(await stored()).to.deep.equal(['long']);
    });

    if (kind.name === 'PostgreSQL') {
      it('closes the connection of a statement that did not end', async () => {
        const asleep = () => fork().transactional((em) => sql`select pg_sleep(30)`.execute(em.getKysely()));
        await expectExceeded(withDeadline(asleep, 100));
        const elapsed = stopwatch();
        await write('after');
        expect(elapsed()).to.be.below(1000);
      });
    }
  });
}

async function expectExceeded(failing: Promise<unknown>): Promise<void> {
  const error = await failing.catch((thrown: Error) => thrown);
  expect(error, String(error)).to.include({ code: DEADLINE_EXCEEDED });
}
