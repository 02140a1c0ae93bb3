import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import type { Written } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { newFolder } from '../support/run.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';
import { cleanUp, ready, start } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';

const ROUNDS = 3;
const COMMENTS = 3;
const OWNER = 'ada@blog.example';
const WRITER = 'ann@reader.example';

type Send = (address: string, method: string, path: string, body: object) => Promise<string>;

/** @returns the id of a comment whose writer has confirmed that mails about replies are wanted */
async function asked(smtp: Smtp, address: string, send: Send): Promise<string> {
  const written = { author: 'Ann', content: 'The first', email: WRITER, notify: true };
  const { comment } = JSON.parse(await send(address, 'POST', '/api/posts/harbour/comments', written)) as Written;
  const question = () => smtp.mails.find(({ recipients }) => recipients.includes(WRITER));
  await until(() => question() !== undefined);
  const [link = ''] = /https:\S+\/mail\/confirm\/\S+/.exec(question()?.text ?? '') ?? [];
  const { status } = await fetch(address + new URL(link).pathname, { method: 'POST' });
  expect(status).to.equal(200);
  return comment.id;
}

for (const kind of databaseKinds) {
  describe(`killed processes with mail (${kind.name})`, () => {
    after(cleanUp);

    // docs/interface.md, K34, K38
    it('lose no mail to the owner or about a reply, and repeat one with the same Message-ID only', async () => {
      const smtp = await startSmtp();
      smtp.treat({ mail: () => sleep(20, undefined) });
      const url = await kind.freshUrl('administrator');
      const folder = await newFolder();
      const env = { DATABASE_URL: url, SITE_URL: 'https://blog.example', ...smtp.env };
      const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
      const send = async (address: string, method: string, path: string, body: object) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
        const text = await answer.text();
        expect(answer.status, text).to.be.within(200, 201);
        return text;
      };
      let parentId = '';
      for (let round = 0; round < ROUNDS; round++) {
        const instance = start(folder, env);
        const address = await ready(instance);
        if (round === 0) {
          await send(address, 'PUT', '/api/admin/settings', { ownerEmail: OWNER });
          await send(address, 'POST', '/api/posts', { id: 'harbour', title: 'A post' });
          parentId = await asked(smtp, address, send);
        }
        for (let at = 0; at < COMMENTS; at++) {
          const written = { author: 'Bea', content: `Comment ${round}-${at}`, parentId };
          await send(address, 'POST', '/api/posts/harbour/comments', written);
        }
        await sleep(round * 200);
        instance.process.kill('SIGKILL');
        await instance.ended;
      }
      const last = start(folder, env);
      await last.url;
      const ids = (text: string, address: string) =>
        smtp.mails
          .filter((mail) => mail.recipients.includes(address) && mail.text?.includes(text))
          .map(({ messageId }) => messageId);
      const texts = Array.from(
        { length: ROUNDS * COMMENTS },
        (_, at) => `Comment ${Math.floor(at / COMMENTS)}-${at % COMMENTS}`,
      );
      const due = texts.flatMap((text) => [OWNER, WRITER].map((address) => [text, address] as const));
      // The lease of a killed instance expires after 10 s.
      for (let waited = 0; waited < 600 && due.some((one) => ids(...one).length === 0); waited++) await sleep(100);
      for (const one of due) expect(new Set(ids(...one)).size, one.join(' to ')).to.equal(1);
      // Two more mails: the first comment, to the owner, and the confirmation, to its writer.
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).to.equal(due.length + 2);
      await smtp.stop();
    });
  });
}
