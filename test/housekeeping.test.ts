import { expect } from 'chai';

import { startHousekeeping } from '../server/background/housekeeping.ts';
import { databaseKinds } from './support/databases.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';

const MINUTE = 60_000;

for (const kind of databaseKinds) {
  describe(`housekeeping (${kind.name})`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(kind);
    });
    after(() => service.close());

    const addresses = async (table: 'login_failures' | 'login_attempts') =>
      (await service.database.kysely.selectFrom(table).select('address').orderBy('key').execute()).map(
        ({ address }) => address,
      );
    const ago = (minutes: number) => new Date(service.clock.now() - minutes * MINUTE).toISOString();
    const write = async (table: 'login_failures' | 'login_attempts', minutes: number[]) => {
      const rows = minutes.map((age) => ({ address: `minute ${age}`, subnet: 's', at: ago(age) }));
      await service.database.kysely.insertInto(table).values(rows).execute();
      await service.changes.hear(['login']);
    };

    it('deletes expired failed sign-ins and abandoned attempts at the start', async () => {
      await write('login_failures', [90, 76, 74, 1]);
      await write('login_attempts', [2, 0]);
      const stop = startHousekeeping(service.services);
      await until(async () => (await addresses('login_attempts')).length === 1);
      expect(await addresses('login_failures')).to.deep.equal(['minute 74', 'minute 1']);
      expect(await addresses('login_attempts')).to.deep.equal(['minute 0']);
      await stop();
    });

    it('repeats that later, without unlocking sign-ins', async () => {
      const stop = startHousekeeping(service.services, 20);
      service.clock.advance(80 * MINUTE);
      await until(async () => (await addresses('login_failures')).length === 0);
      await until(async () => (await addresses('login_attempts')).length === 0);
      await stop();
      expect(service.logged.filter(({ event }) => event === 'login.unlocked')).to.deep.equal([]);
    });

    it('deletes events after 48 hours', async () => {
      const event = { type: 'comment.deleted', subject: 'c-1', data: '{"id":"c-1"}' };
      const rows = [49, 47].map((hours, id) => ({ ...event, id: id + 1, created_at: ago(hours * 60) }));
      await service.database.kysely.insertInto('events').values(rows).execute();
      const stop = startHousekeeping(service.services);
      const left = () => service.database.kysely.selectFrom('events').select('id').execute();
      await until(async () => (await left()).length === 1);
      expect(await left()).to.deep.equal([{ id: 2 }]);
      await stop();
    });

    it('runs when a service starts', async () => {
      const url = await kind.freshUrl('administrator');
      const first = await startTestService(kind, { DATABASE_URL: url });
      const row = { address: 'long ago', subnet: 's', at: '2026-02-28T12:00:00.000Z' };
      await first.database.kysely.insertInto('login_failures').values(row).execute();
      await first.close();
      const second = await startTestService(kind, { DATABASE_URL: url });
      const left = () => second.database.kysely.selectFrom('login_failures').select('address').execute();
      await until(async () => (await left()).length === 0);
      await second.close();
    });
  });
}
