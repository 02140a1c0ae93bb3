import { expect } from 'chai';
import { Client } from 'pg';

import { databaseKinds } from './support/databases.ts';
import { write } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { until } from './support/until.ts';
import { freshAddress } from './support/visitors.ts';

// docs/scaling.md, Read your writes
for (const kind of databaseKinds.slice(1)) {
  describe(`commits on ${kind.name}`, () => {
    let service: TestService;
    let other: Client;

    before(async () => {
      service = await startTestService(kind);
      other = new Client({ connectionString: service.database.url });
      await other.connect();
    });
    after(async () => {
      await other?.end();
      await service?.close();
    });

    it('say whose they are after all of their invalidations, which stay in a table', async () => {
      const ids = Array.from({ length: 40 }, (_, at) => `post-${at}`);
      for (const id of ids) await write(service, { id });
      const heard: { channel: string; payload: string }[] = [];
      other.on('notification', ({ channel, payload = '' }) => heard.push({ channel, payload }));
      await other.query('listen octavo_touched; listen octavo_commits');
      const change = { action: 'unpublish', ids };
      expect((await service.admin('POST', '/api/posts/bulk', change)).status).to.equal(200);
      await until(() => heard.some(({ channel }) => channel === 'octavo_commits'));
      const mark = heard.findIndex(({ channel }) => channel === 'octavo_commits');
      const tags = heard.slice(0, mark).map(({ payload }) => payload);
      expect(tags).to.include.members(['posts', 'events', ...ids.map((id) => `post:${id}`)]);
      const [, xid] = heard[mark]!.payload.split(' ');
      const { rows } = await other.query<{ tags: string[] }>('select tags from invalidations where xid = $1', [xid]);
      expect(rows.flatMap((row) => row.tags).toSorted()).to.deep.equal(tags.toSorted());
    });

    it('are found by the next look when no notification arrives, also those of the previous version', async () => {
      const title = async () => {
        const { body } = await service.call('GET', '/api/site', { headers: freshAddress() });
        return (body as { title: string }).title;
      };
      await title();
      // It empties the outbox in each transaction; here without notifying anybody.
      await other.query(`begin;
        insert into settings (name, value) values ('title', '"Unheard"')
          on conflict (name) do update set value = excluded.value;
        delete from touched;
        commit`);
      await until(async () => (await title()) === 'Unheard');
    });
  });
}
