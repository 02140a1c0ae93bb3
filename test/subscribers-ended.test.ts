import { expect } from 'chai';

import { unsubscribeUrl } from '../routers/subscribers/unsubscribe-url.ts';
import { expectRefusal } from './support/comments.ts';
import { linkIn } from './support/mail-links.ts';
import { everyRow } from './support/sessions.ts';
import { startSmtp } from './support/smtp.ts';
import { insertSubscriber } from './support/subscribers.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const PATH = '/api/admin/subscribers';
const EMAIL = 'ada@example.org';
const ENDED = 'This person unsubscribed. Only they can subscribe again, on the site.';
const smtp = await startSmtp();

after(() => smtp.stop());

describeVisited.onBothEngines(
  'an ended subscription',
  (use) => {
    const press = (path: string) =>
      use().call('POST', path, { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const take = async (csv: string, more: object = {}) =>
      (await use().admin('POST', `${PATH}/import`, { csv, ...more })).body;
    const add = (email: string) => use().admin('POST', PATH, { email });
    const stored = async () =>
      (await use().database.kysely.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute()).map(
        ({ email, state }) => `${email} ${state}`,
      );
    const erase = (of: string) => use().admin('POST', '/api/admin/privacy/erase', { of });
    const kept = async (of: string) => (await use().admin('POST', '/api/admin/privacy/list', { of })).body.ended;
    const endLink = async () =>
      new URL(await unsubscribeUrl(use().services, SITE, { id: 'sub-ada', language: 'en' })).pathname;

    beforeEach(async () => {
      for (const table of ['subscribers', 'ended_subscriptions', 'confirmations', 'erased_addresses'] as const) {
        await use().database.kysely.deleteFrom(table).execute();
      }
      smtp.mails.length = 0;
      await insertSubscriber(use(), 'ada');
    });

    // docs/interface.md, N17
    it('is not begun again by an import or the owner, and the address is known no longer', async () => {
      await press(await endLink());
      const csv = `email\nbea@example.org\n${EMAIL.toUpperCase()}\n`;
      const report = { ok: true, added: 1, confirmed: 0, unchanged: 0, ended: [3], refused: [] };
      expect(await take(csv, { dryRun: true })).to.deep.equal(report);
      expect(await take(csv)).to.deep.equal(report);
      expect(await take(csv)).to.deep.equal({ ...report, added: 0, unchanged: 1 });
      expect(await take(EMAIL)).to.deep.include({ added: 0, ended: [1] });
      const refused = await add(EMAIL);
      expectRefusal(refused, 409, 'SUBSCRIPTION_ENDED');
      expect(refused.body.error).to.equal(ENDED);
      expect(await stored()).to.deep.equal(['bea@example.org confirmed']);
      expect(await everyRow(use())).to.not.include(EMAIL);
    });

    // docs/interface.md, N17
    it('begins again only once the person has confirmed it', async () => {
      await press(await endLink());
      await use().call('POST', '/api/subscribers', { body: { email: EMAIL } });
      const [mail] = await smtp.received(1);
      expect(await take(EMAIL)).to.deep.include({ confirmed: 0, ended: [1] });
      expectRefusal(await add(EMAIL), 409, 'SUBSCRIPTION_ENDED');
      expect(await stored()).to.deep.equal([`${EMAIL} pending`]);
      await press(linkIn(mail, 'confirm'));
      expect(await stored()).to.deep.equal([`${EMAIL} confirmed`]);
      expect(await take(EMAIL)).to.deep.include({ unchanged: 1, ended: [] });
      expectRefusal(await add(EMAIL), 409, 'SUBSCRIBER_EXISTS');
    });

    // docs/interface.md, N17, U4
    it('stays known when the address is erased', async () => {
      expect(await kept(EMAIL)).to.equal(0);
      await press(await endLink());
      expect(await kept(EMAIL)).to.equal(1);
      await erase(EMAIL);
      expect(await kept(EMAIL)).to.equal(1);
      expect(await everyRow(use())).to.not.include(EMAIL);
    });

    // docs/interface.md, N7, N17
    it('is not recorded when the owner removes the address', async () => {
      await use().admin('DELETE', `${PATH}/sub-ada`);
      expect((await add(EMAIL)).status).to.equal(201);
    });

    // docs/interface.md, N17
    it('wins over a concurrent import, and over the owner who adds the address', async () => {
      for (let round = 0; round < 10; round += 1) {
        const path = await endLink();
        await Promise.all([press(path), take(EMAIL), add(EMAIL)]);
        expect(await stored(), `round ${round}`).to.deep.equal([]);
        await use().database.kysely.deleteFrom('ended_subscriptions').execute();
        await insertSubscriber(use(), 'ada');
      }
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);
