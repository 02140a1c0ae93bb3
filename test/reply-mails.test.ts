import { expect } from 'chai';

import { deleteUnneededAddresses } from '../routers/comments/replies/addresses.ts';
import { comment, expectRefusal, submit } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { linkIn, openLikeScanners } from './support/mail-links.ts';
import { itOnSqlite, PASSWORD } from './support/service.ts';
import { everyRow, startOver } from './support/sessions.ts';
import { startSmtp, type ReceivedMail } from './support/smtp.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const DAY = 24 * 60 * 60_000;
const smtp = await startSmtp();

after(() => smtp.stop());

/** The link of mail programs. */
function oneClickIn(mail: ReceivedMail | undefined): string {
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
  return new URL(/<(https:[^>]+)>/.exec(header('list-unsubscribe'))![1]!).pathname;
}

const told = () => smtp.mails.map(({ recipients, subject = '' }) => `${recipients.join()}: ${subject}`);

describeVisited.onBothEngines(
  'mails about replies',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const press = (path: string) => use().call('POST', path, { raw: 'List-Unsubscribe=One-Click', headers: form });
    const idle = async () => {
      const { kysely } = use().database;
      await until(async () => {
        const rows = await kysely
          .selectFrom('sequences')
          .select('value')
          .where('name', 'in', ['events', 'events.mail'])
          .execute();
        return rows[0]?.value === rows[1]?.value;
      });
      await until(async () => (await kysely.selectFrom('jobs').select('id').execute()).length === 0);
    };
    const addresses = () =>
      use().database.kysely.selectFrom('reply_addresses').select(['email', 'state']).orderBy('email').execute();
    /** A comment with an address that is confirmed. */
    async function written(email: string, fields: object = {}, thread = 'harbour') {
      const made = await comment(use(), thread, { email, notify: true, ...fields });
      await idle();
      const asked = smtp.mails.find(
        ({ text, recipients }) => text?.includes('/mail/confirm/') && recipients[0] === email,
      );
      if (asked) await press(linkIn(asked, 'confirm'));
      await idle();
      smtp.mails.length = 0;
      return { ...made, id: made.comment.id };
    }

    before(async () => {
      await write(use(), { id: 'harbour', title: 'The “harbour” & <sea>' });
    });
    beforeEach(async () => {
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'off', language: 'en', spamFilter: true });
      await use().database.kysely.deleteFrom('comments').execute();
      await use().database.kysely.deleteFrom('reply_addresses').execute();
      await use().database.kysely.deleteFrom('confirmations').execute();
      smtp.mails.length = 0;
    });

    // docs/interface.md, K36, K37
    itOnce(
      'first ask once to confirm the address, in the language of the writer; only the button confirms',
      async () => {
        for (const field of ['One', 'Two']) {
          await comment(use(), 'harbour', {
            content: field,
            email: 'Ada@Reader.example',
            notify: true,
            language: 'de-CH',
          });
          await idle();
        }
        expect(told()).to.deep.equal(['ada@reader.example: My blog: Bestätigen Sie Ihre Adresse für Antworten']);
        const path = linkIn(smtp.mails[0], 'confirm');
        await openLikeScanners(use(), path);
        expect((await use().call('GET', path)).body)
          .to.include('<form method="post"')
          .and.include('lang="de"');
        expect(await addresses()).to.deep.equal([{ email: 'ada@reader.example', state: 'pending' }]);
        for (let time = 0; time < 2; time++)
          expect((await press(path)).body).to.include('wenn jemand auf Ihre Kommentare antwortet');
        expect(await addresses()).to.deep.equal([{ email: 'ada@reader.example', state: 'confirmed' }]);
        await comment(use(), 'gb-note', { email: 'ada@reader.example', notify: true });
        await idle();
        expect(smtp.mails).to.have.length(1);
      },
    );

    // docs/interface.md, K36
    itOnce('need "notify"; a wrong address is then 400, and otherwise nothing is stored', async () => {
      for (const email of ['', 'ada', 'a@x.example\r\nBcc: b@x.example']) {
        const refused = await submit(use(), 'harbour', { author: 'Ann', content: 'x', email, notify: true });
        expectRefusal(refused, 400, 'BAD_REQUEST');
        expect(refused.body.issues[0].path).to.equal('email');
        await comment(use(), 'harbour', { email });
      }
      await comment(use(), 'harbour', { email: 'silent@reader.example' });
      await comment(use(), 'harbour', { email: null, notify: false });
      await idle();
      expect([smtp.mails, await addresses()]).to.deep.equal([[], []]);
      expect(await everyRow(use())).to.not.include('silent@reader.example');
    });

    // docs/interface.md, K40
    it('are requested by at most 5 comments a minute from a client IP; rejected comments and those without a request do not count', async () => {
      const from = { 'cf-connecting-ip': '192.0.2.78' };
      const ask = (content: string, notify = true) =>
        submit(use(), 'harbour', { author: 'Bot', content, email: `${content}@stranger.example`, notify }, from);
      expect((await ask('plain', false)).status).to.equal(201);
      for (let time = 0; time < 5; time += 1) expect((await ask(`c${time}`)).status).to.equal(201);
      use().clock.advance(60_000);
      for (let time = 0; time < 5; time += 1) expectRefusal(await ask('c0'), 409, 'DUPLICATE_COMMENT');
      for (let time = 5; time < 10; time += 1) expect((await ask(`c${time}`)).status).to.equal(201);
      const refused = await ask('more');
      expectRefusal(refused, 429, 'RATE_LIMITED');
      expect(refused.body.error).to.include('Only 5 comments with an e-mail address a minute');
      expect((await ask('more', false)).status).to.equal(201);
      await idle();
      expect(smtp.mails).to.have.length(10);
    });

    // docs/interface.md, K36
    itOnce('show the address to the owner only', async () => {
      const { comment: made } = await comment(use(), 'harbour', { email: 'ada@reader.example', notify: true });
      const [own] = (await use().admin('GET', '/api/comments')).body.comments;
      expect([own.id, own.email]).to.deep.equal([made.id, 'ada@reader.example']);
      const token = await newKey(use(), 'comments', 'transfer', 'events');
      const [item] = (await use().call('GET', '/api/comments', { token })).body.comments;
      expect([item.id, item.email]).to.deep.equal([made.id, null]);
      await idle();
      const events = await use().database.kysely.selectFrom('events').selectAll().execute();
      const jobs = await use().database.kysely.selectFrom('deliveries').selectAll().execute();
      expect(JSON.stringify([events, jobs, use().logged])).to.not.include('reader.example');
      const { path } = (await use().admin('POST', '/api/admin/downloads', { kind: 'comments' })).body;
      const file = await fetch(use().url + path);
      expect(await file.text())
        .to.include(made.content)
        .and.not.include('reader.example');
    });

    // docs/interface.md, K38
    it('report an approved reply to each writer above it once, and to nobody their own', async () => {
      const ada = await written('ada@reader.example', { author: 'Ada', content: 'First <b>' });
      const long = 'So much of it. ';
      const bea = await written('bea@reader.example', { author: 'Bea', parentId: ada.id, content: long.repeat(120) });
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'all' });
      const { comment: reply } = await comment(use(), 'harbour', {
        author: 'Cy & <i>',
        content: 'A\n<u>',
        parentId: bea.id,
      });
      await idle();
      expect(told()).to.deep.equal([]);
      for (const status of ['approved', 'pending', 'approved']) {
        await use().admin('PUT', `/api/comments/${reply.id}`, { status });
        await idle();
      }
      const subject = 'Cy & <i> replied to your comment on “The “harbour” & <sea>”';
      expect(told().toSorted()).to.deep.equal([`ada@reader.example: ${subject}`, `bea@reader.example: ${subject}`]);
      const mail = smtp.mails.find(({ recipients }) => recipients[0] === 'ada@reader.example')!;
      expect(mail.text).to.include('A\n<u>').and.include('First <b>').and.include(`${SITE}/posts/harbour#${reply.id}`);
      expect(mail.html).to.include('A<br>&lt;u&gt;').and.include('First &lt;b&gt;').and.not.include('<u>');
      const other = smtp.mails.find(({ recipients }) => recipients[0] === 'bea@reader.example')!;
      for (const part of ['text', 'html'] as const) {
        expect(mail[part]).to.not.include('longer');
        expect(other[part]).to.include(long.repeat(100).trim()).and.include('… (the comment is longer)');
        expect(other[part]).to.not.include(long.repeat(101).trim());
      }
      smtp.mails.length = 0;
      // Bea answers herself: by receipt without an address, and with her address.
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'off' });
      const receipt = { 'x-comment-receipt': bea.receipt };
      await comment(use(), 'harbour', { author: 'Bea', parentId: bea.id }, receipt);
      await comment(use(), 'harbour', { author: 'B.', parentId: bea.id, email: 'BEA@reader.example', notify: true });
      await idle();
      // Mails are sent several at a time, in any order.
      expect(told()).to.have.members(['Bea', 'B.'].map((name) => `ada@reader.example: ${name} ${subject.slice(9)}`));
    });

    // docs/interface.md, K38
    itOnce('report replies of the owner, also at the deepest level', async () => {
      const ada = await written('ada@reader.example');
      const bea = await comment(use(), 'harbour', { parentId: ada.id });
      const cy = await written('cy@reader.example', { parentId: bea.comment.id });
      await use().admin('POST', `/api/comments/${cy.id}/reply`, { content: 'Mine' });
      await idle();
      expect(smtp.mails.map(({ recipients }) => recipients[0])).to.have.members([
        'ada@reader.example',
        'cy@reader.example',
      ]);
    });

    // docs/interface.md, K38
    it('report earlier replies of the owner at the deepest level at the confirmation, to nobody else there', async () => {
      const top = await comment(use(), 'harbour');
      const second = await comment(use(), 'harbour', { parentId: top.comment.id });
      const parentId = second.comment.id;
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'all' });
      const asking = (name: string) =>
        comment(use(), 'harbour', { parentId, email: `${name}@reader.example`, notify: true });
      const cy = await asking('cy');
      await asking('dan');
      for (const content of ['Mine', 'Mine too']) {
        await use().admin('POST', `/api/comments/${cy.comment.id}/reply`, { content });
      }
      await idle();
      expect(smtp.mails).to.have.length(2);
      for (const mail of smtp.mails.slice()) {
        for (let time = 0; time < 2; time++) await press(linkIn(mail, 'confirm'));
      }
      await idle();
      const replies = smtp.mails.slice(2);
      expect(replies.map(({ recipients }) => recipients[0])).to.deep.equal(Array(2).fill('cy@reader.example'));
      expect(replies.map(({ text = '' }) => /Mine.*/.exec(text)?.[0])).to.have.members(['Mine', 'Mine too']);
    });

    // docs/interface.md, K37, K38
    it('report earlier replies at the confirmation; spam causes no mail', async () => {
      const ada = await comment(use(), 'gb-note', { email: 'ada@reader.example', notify: true, language: 'fr' });
      await comment(use(), 'gb-note', { author: 'Bea', content: 'Early', parentId: ada.comment.id });
      const spam = {
        content: 'Online casino bonus, viagra, SEO services',
        email: 'victim@reader.example',
        notify: true,
      };
      const { comment: bad } = await comment(use(), 'gb-note', { ...spam, parentId: ada.comment.id });
      expect(bad.status).to.equal('pending');
      await idle();
      expect(smtp.mails).to.have.length(1);
      await press(linkIn(smtp.mails[0], 'confirm'));
      await idle();
      expect(told().slice(1)).to.deep.equal(['ada@reader.example: My blog : Bea vous a répondu dans le livre d’or']);
      expect(await addresses()).to.deep.equal([{ email: 'ada@reader.example', state: 'confirmed' }]);
    });

    // docs/interface.md, K39
    itOnce(
      'end for one thread or all, by the page or one click; the links work for two years, and after a change of the password',
      async () => {
        const here = await written('ada@reader.example');
        const there = await written('ada@reader.example', {}, 'gb-note');
        for (const { thread, id } of [
          { thread: 'harbour', id: here.id },
          { thread: 'gb-note', id: there.id },
        ]) {
          await comment(use(), thread, { parentId: id });
          await idle();
        }
        const [first, second] = smtp.mails;
        const [end, all] = [linkIn(first, 'unsubscribe'), oneClickIn(second)];
        await use().admin('POST', '/api/admin/change-password', {
          current: PASSWORD,
          password: 'another horse battery',
        });
        use().token = await startOver(use());
        use().clock.advance(700 * DAY);
        for (const path of [end, all]) await openLikeScanners(use(), path);
        expect(await addresses()).to.have.length(1);
        const page = (await use().call('GET', end)).body as unknown as string;
        const other = /action="(\/mail\/unsubscribe\/[^"]+)"/.exec(page)![1]!;
        expect(page).to.include('Stop e-mails about this conversation').and.include('Stop e-mails about all replies');
        for (let time = 0; time < 2; time++) expect((await press(end)).body).to.include('about this conversation.');
        smtp.mails.length = 0;
        await comment(use(), 'harbour', { parentId: here.id });
        await comment(use(), 'gb-note', { parentId: there.id });
        await idle();
        expect(told()).to.deep.equal(['ada@reader.example: My blog: Ann replied to you in the guestbook']);
        const multipart =
          '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
        const program = { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example' };
        expect((await use().call('POST', all, { raw: multipart, headers: program })).status).to.equal(200);
        expect((await press(other)).body).to.include('Your address has been deleted.');
        await comment(use(), 'gb-note', { parentId: there.id });
        await idle();
        expect(smtp.mails).to.have.length(1);
        expect(await everyRow(use())).to.not.include('ada@reader.example');
        use().clock.advance(31 * DAY);
        expect((await press(end)).status).to.equal(410);
        expect((await press(`${end}x`)).status).to.equal(404);
      },
    );

    // docs/interface.md, K37, K39
    it('forget an address that is not confirmed in 7 days, or whose comment is deleted by its writer', async () => {
      await comment(use(), 'harbour', { email: 'slow@reader.example', notify: true });
      await idle();
      use().clock.advance(7 * DAY + 1);
      await deleteUnneededAddresses(use().services.em.fork(), use().clock);
      expect(await everyRow(use())).to.not.include('slow@reader.example');
      expect((await press(linkIn(smtp.mails[0], 'confirm'))).status).to.equal(410);
      const left = await comment(use(), 'harbour', { email: 'gone@reader.example', notify: true });
      await comment(use(), 'harbour', { parentId: left.comment.id });
      const headers = { 'x-comment-receipt': left.receipt };
      await use().call('DELETE', `/api/posts/harbour/comments/${left.comment.id}`, { headers });
      const row = await use()
        .database.kysely.selectFrom('comments')
        .select('email')
        .where('id', '=', left.comment.id)
        .executeTakeFirstOrThrow();
      expect(row.email).to.equal(null);
      await idle();
      await use().signIn();
      const last = await written('last@reader.example');
      await use().admin('DELETE', `/api/comments/${last.id}`);
      await deleteUnneededAddresses(use().services.em.fork(), use().clock);
      expect(await everyRow(use())).to.not.include('last@reader.example');
    });

    // docs/interface.md, K36
    itOnce('are offered by the page, whose form keeps what was entered', async () => {
      const { body } = await use().call('GET', '/posts/harbour');
      expect(body).to.include('name="notify"').and.include('name="email"');
      expect((await use().call('GET', '/api/site')).body.offersMail).to.equal(true);
      const sent = (fields: Record<string, string>) =>
        use().call('POST', '/posts/harbour/comments', {
          raw: new URLSearchParams({ author: 'Ann', content: 'By form', ...fields }).toString(),
          headers: { ...form, origin: SITE },
        });
      const again = await sent({ notify: '1', email: 'ada@' });
      expect(again.status).to.equal(400);
      expect(again.body).to.include('value="ada@"').and.include('checked').and.include('an e-mail address, such as');
      expect((await sent({ notify: '1', email: 'ada@reader.example' })).status).to.be.oneOf([200, 303]);
      await idle();
      expect(told()).to.deep.equal(['ada@reader.example: My blog: confirm your address for replies']);
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);

describeVisited('comments with an address where mail is not configured', (use) => {
  // docs/interface.md, K36
  it('are accepted, and the address is not stored', async () => {
    await write(use(), { id: 'harbour' });
    for (const email of ['ada@reader.example', 'nonsense']) {
      await comment(use(), 'harbour', { email, notify: true });
    }
    expect(await everyRow(use())).to.not.include('ada@reader.example');
    expect((await use().call('GET', '/posts/harbour')).body).to.not.include('name="notify"');
    expect((await use().call('GET', '/api/site')).body.offersMail).to.equal(false);
  });
});
