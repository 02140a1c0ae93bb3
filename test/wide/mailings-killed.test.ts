import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startSmtp } from '../support/smtp.ts';
import { cleanUp, start } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';

const SUBSCRIBERS = 60;

for (const kind of databaseKinds) {
  describe(`a killed process with a mailing (${kind.name})`, () => {
    after(cleanUp);

    // docs/interface.md, N12
    it('mails each address once, and only the one in flight a second time, with the same Message-ID', async () => {
      const smtp = await startSmtp();
      const url = await kind.freshUrl('administrator');
      const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
      const folder = await newFolder();
      const env = { DATABASE_URL: url, SITE_URL: 'https://blog.example', MAIL_RATE: '6000', ...smtp.env };
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const post = async (address: string, body: unknown) => {
        const { status } = await fetch(address, { method: 'POST', body: JSON.stringify(body), headers });
        expect(status, address).to.be.within(200, 201);
      };
      const first = start(folder, env);
      const address = await first.url;
      const csv = Array.from({ length: SUBSCRIBERS }, (_, at) => `p${at}@reader.example\n`).join('');
      await post(`${address}/api/admin/subscribers/import`, { csv });
      await post(`${address}/api/posts`, { id: 'news', title: 'News', notifySubscribers: true });
      await until(() => smtp.mails.length >= SUBSCRIBERS / 3);
      first.process.kill('SIGKILL');
      await first.ended;
      const beforeRestart = smtp.mails.length;
      expect(beforeRestart).to.be.below(SUBSCRIBERS);

      const second = start(folder, env);
      await second.url;
      await withDatabase(url, async ({ kysely }) => {
        const mailing = () => kysely.selectFrom('mailings').select(['state', 'sent']).executeTakeFirstOrThrow();
        // The lease of the killed instance expires after 10 s.
        while ((await mailing()).state !== 'sent') await sleep(100);
        expect(await mailing()).to.include({ sent: SUBSCRIBERS });
      });
      const byAddress = Map.groupBy(smtp.mails, ({ recipients }) => recipients[0]!);
      expect(byAddress.size).to.equal(SUBSCRIBERS);
      const repeated = [...byAddress.values()].filter((mails) => mails.length > 1);
      expect(repeated.length).to.be.at.most(1);
      for (const mails of repeated) {
        expect(mails).to.have.length(2);
        expect(new Set(mails.map(({ messageId }) => messageId)).size).to.equal(1);
      }
      await smtp.stop();
    });
  });
}
