import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { openSession } from '../routers/admin/sessions.ts';
import { systemClock } from '../routers/clock.ts';
import { databaseKinds } from './support/databases.ts';
import { newFolder } from './support/run.ts';
import { startSmtp } from './support/smtp.ts';
import { cleanUp, start } from './support/started.ts';
import { withDatabase } from './support/stored.ts';

const ROUNDS = 3;
const COMMENTS = 3;

for (const kind of databaseKinds) {
  describe(`killed processes with mail (${kind.name})`, () => {
    after(cleanUp);

    // docs/interface.md, K34
    it('lose no mail, and repeat one with the same Message-ID only', async () => {
      const smtp = await startSmtp();
      smtp.treat({ mail: () => sleep(20, undefined) });
      const url = await kind.freshUrl('administrator');
      const folder = await newFolder();
      const env = { DATABASE_URL: url, ...smtp.env };
      const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
      const send = async (address: string, method: string, path: string, body: object) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
        expect(answer.status, await answer.text()).to.be.within(200, 201);
      };
      for (let round = 0; round < ROUNDS; round++) {
        const instance = start(folder, env);
        const address = await instance.url;
        if (round === 0) {
          await send(address, 'PUT', '/api/admin/settings', { ownerEmail: 'ada@blog.example' });
          await send(address, 'POST', '/api/posts', { id: 'harbour', title: 'A post' });
        }
        for (let at = 0; at < COMMENTS; at++) {
          const written = { author: 'Bea', content: `Comment ${round}-${at}` };
          await send(address, 'POST', '/api/posts/harbour/comments', written);
        }
        await sleep(round * 200);
        instance.process.kill('SIGKILL');
        await instance.ended;
      }
      const last = start(folder, env);
      await last.url;
      const ids = (text: string) =>
        smtp.mails.filter((mail) => mail.text?.includes(text)).map(({ messageId }) => messageId);
      const texts = Array.from(
        { length: ROUNDS * COMMENTS },
        (_, at) => `Comment ${Math.floor(at / COMMENTS)}-${at % COMMENTS}`,
      );
      // The lease of a killed instance expires after 10 s.
      for (let waited = 0; waited < 600 && texts.some((text) => ids(text).length === 0); waited++) await sleep(100);
      for (const text of texts) expect(new Set(ids(text)).size, text).to.equal(1);
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).to.equal(texts.length);
      await smtp.stop();
    });
  });
}
