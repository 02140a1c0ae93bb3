import { expect } from 'chai';

import { confirmMail } from '../routers/subscribers/confirm-mail.ts';
import { deleteUnconfirmed } from '../routers/subscribers/subscribe.ts';
import { unsubscribeUrl } from '../routers/subscribers/unsubscribe-url.ts';
import { expectRefusal } from './support/comments.ts';
import { linkIn, openLikeScanners } from './support/mail-links.ts';
import { itOnSqlite, PASSWORD } from './support/service.ts';
import { everyRow, startOver } from './support/sessions.ts';
import { startSmtp } from './support/smtp.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const smtp = await startSmtp();
const DAY = 24 * 60 * 60_000;

after(() => smtp.stop());

describeVisited.onBothEngines(
  'subscribing by mail',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const subscribe = (body: object, headers: Record<string, string> = {}) =>
      use().call('POST', '/api/subscribers', { body, headers });
    const stored = () => use().database.kysely.selectFrom('subscribers').selectAll().execute();
    const idle = () =>
      until(async () => (await use().database.kysely.selectFrom('jobs').select('id').execute()).length === 0);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const press = (path: string) => use().call('POST', path, { raw: 'List-Unsubscribe=One-Click', headers: form });

    beforeEach(async () => {
      await use().database.kysely.deleteFrom('subscribers').execute();
      await use().database.kysely.deleteFrom('confirmations').execute();
      smtp.mails.length = 0;
    });

    /** Subscribes and confirms. @returns the id */
    async function confirmed(email: string): Promise<string> {
      const before = smtp.mails.length;
      await subscribe({ email });
      const mails = await smtp.received(before + 1);
      await press(linkIn(mails.at(-1), 'confirm'));
      return (await stored()).find((one) => one.email === email)!.id;
    }

    // docs/interface.md, N1, N2, N3
    itOnce('asks for confirmation by a mail in the language of the page; only the button confirms', async () => {
      const { status, body } = await subscribe({ email: 'Ada@Reader.example', language: 'de-CH' });
      expect([status, body]).to.deep.equal([202, { ok: true }]);
      const [mail] = await smtp.received(1);
      expect(mail).to.deep.include({ recipients: ['ada@reader.example'] });
      expect(mail?.subject).to.include('Bestätige');
      const path = linkIn(mail, 'confirm');
      expect(mail?.html).to.include(path);
      const page = await use().call('GET', path);
      expect([page.status, page.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(page.body).to.include('<form method="post"');
      expect(page.body).to.include('lang="de"').and.include('Abonnieren');
      await openLikeScanners(use(), path);
      expect(await stored()).to.have.nested.property('[0].state', 'pending');
      for (let time = 0; time < 2; time++) expect((await press(path)).body).to.include('lang="de"');
      expect((await stored()).map(({ state, source, language }) => [state, source, language])).to.deep.equal([
        ['confirmed', 'visitor', 'de'],
      ]);
    });

    it('asks nobody who has confirmed before the mail is sent', async () => {
      const subscriber = await confirmed('early@reader.example');
      expect(await confirmMail.compose(use().services, { subscriber })).to.equal(null);
    });

    // docs/interface.md, N1, N2
    it('gives every address the same answer, and mails one only once in 24 hours, and none that is confirmed', async () => {
      const known = await confirmed('known@reader.example');
      smtp.mails.length = 0;
      const answers = [];
      for (const email of ['new@reader.example', 'NEW@reader.example', 'known@reader.example']) {
        const { status, body } = await subscribe({ email });
        answers.push([status, body]);
        await idle();
      }
      expect(answers).to.deep.equal(Array.from({ length: 3 }, () => [202, { ok: true }]));
      expect(smtp.mails.map(({ recipients }) => recipients)).to.deep.equal([['new@reader.example']]);
      use().clock.advance(DAY + 1);
      await subscribe({ email: 'new@reader.example' });
      await smtp.received(2);
      expect((await stored()).map(({ id }) => id)).to.include(known);
      // Nobody is locked out after the clock was ahead.
      await idle();
      use().clock.jump(-3 * DAY);
      await subscribe({ email: 'new@reader.example' });
      await smtp.received(3);
      await idle();
      use().clock.jump(3 * DAY);
    });

    // docs/interface.md, N1
    itOnce('checks Origin and address, and allows 5 a minute for each client IP', async () => {
      expectRefusal(
        await subscribe({ email: 'a@reader.example' }, { origin: 'https://evil.example' }),
        403,
        'ORIGIN_NOT_ALLOWED',
      );
      expect((await subscribe({ email: 'a@reader.example' }, { origin: SITE })).status).to.equal(202);
      for (const email of ['a@reader', 'a@reader.example\nBcc: b@reader.example', '']) {
        expectRefusal(await subscribe({ email }), 400, 'BAD_REQUEST');
      }
      const here = { 'cf-connecting-ip': '192.0.2.77' };
      for (let time = 0; time < 5; time++) await subscribe({ email: 'b@reader.example' }, here);
      expectRefusal(await subscribe({ email: 'b@reader.example' }, here), 429, 'RATE_LIMITED');
      await idle();
    });

    // docs/interface.md, N3
    it('deletes an address that is not confirmed in 7 days, and its link ends', async () => {
      await subscribe({ email: 'slow@reader.example' });
      const [mail] = await smtp.received(1);
      use().clock.advance(7 * DAY + 1);
      await deleteUnconfirmed(use().services.em.fork(), use().clock);
      expect(await stored()).to.deep.equal([]);
      expect((await press(linkIn(mail, 'confirm'))).status).to.equal(410);
    });

    // docs/interface.md, N4
    itOnce(
      'is ended by one POST, of a page or of a mail program, for two years, also after a change of the password',
      async () => {
        const id = await confirmed('ada@reader.example');
        const url = await unsubscribeUrl(use().services, SITE, { id, language: 'fr' });
        const path = new URL(url).pathname;
        const password = 'another horse battery';
        await use().admin('POST', '/api/admin/change-password', { current: PASSWORD, password });
        use().token = await startOver(use());
        await openLikeScanners(use(), path);
        expect((await use().call('GET', path)).body)
          .to.include('<form method="post"')
          .and.include('lang="fr"');
        expect(await stored()).to.have.length(1);
        use().clock.advance(700 * DAY);
        const multipart =
          '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
        const { status } = await use().call('POST', path, {
          raw: multipart,
          headers: { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' },
        });
        expect(status).to.equal(200);
        // The page says it in the language of the mail, although nothing is known of the subscriber any more.
        expect((await press(path)).body).to.include('lang="fr"');
        expect(await stored()).to.deep.equal([]);
        expect(await everyRow(use())).to.not.include('ada@reader.example');
        expect(JSON.stringify(use().logged)).to.not.include('reader.example');
        expect((await press(path.replace('unsubscribe', 'confirm'))).status).to.equal(404);
        use().clock.advance(31 * DAY);
        expect((await press(path)).status).to.equal(410);
      },
    );
  },
  { ...smtp.env, SITE_URL: SITE },
);
