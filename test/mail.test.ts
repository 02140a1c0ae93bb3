import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { comment, sendSuspicious, withdraw } from './support/comments.ts';
import { write } from './support/posts.ts';
import { newFolder } from './support/run.ts';
import { itOnSqlite, PASSWORD, type TestService } from './support/service.ts';
import { startSmtp, type ReceivedMail, type Smtp } from './support/smtp.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';
import { languageNames } from '../shared/languages.ts';

const OWNER = 'ada@blog.example';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let smtp: Smtp;
/** The environment of the services, which start later. */
const env: Record<string, string> = {};

before(async () => {
  smtp = await startSmtp();
  const theme = await newFolder();
  Object.assign(env, smtp.env, { THEME_DIR: theme });
  await mkdir(join(theme, 'mail'));
  await writeFile(join(theme, 'mail', 'test.subject.liquid'), 'My own <subject>\nof {{ site.title }}');
});
after(() => smtp.stop());

/** The links of a mail by the words of the text part. */
function linksIn({ text = '' }: ReceivedMail): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+): https:\/\/blog\.example(\/mail\/\S+)$/gm)];
  return Object.fromEntries(lines.map(([, label = '', path = '']) => [label, path]));
}

function post({ url }: TestService, path: string): Promise<Response> {
  return fetch(url + path, { method: 'POST', body: new URLSearchParams(), headers: { origin: 'null' } });
}

async function statusOf({ database }: TestService, id: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('comments')
    .select(['status', 'verdict'])
    .where('id', '=', id)
    .executeTakeFirst();
  return !row ? 'gone' : row.status === 'pending' && row.verdict === 'spam' ? 'spam' : row.status;
}

describeVisited.onBothEngines(
  'mails to the owner',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const set = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
    const jobs = async () => (await use().admin('GET', '/api/admin/jobs')).body;
    const idle = () => until(async () => (await jobs()).total === 0);
    /** Writes a comment, and returns its mail. */
    const mailed = async (fields: Record<string, unknown> = {}) => {
      const before = smtp.mails.length;
      const { comment: written } = await comment(use(), 'harbour', fields);
      return { id: written.id, mail: (await smtp.received(before + 1))[before]! };
    };

    before(async () => {
      await write(use(), { id: 'harbour', title: 'The “harbour” & <sea>' });
      await set({ siteUrl: 'https://blog.example' });
    });
    beforeEach(async () => {
      await set({ ownerEmail: OWNER, notifyOwner: 'immediately', commentModeration: 'off', language: 'en' });
      smtp.mails.length = 0;
      smtp.treat({});
    });
    afterEach(() => use().database.kysely.deleteFrom('jobs').execute());

    // docs/interface.md, K31
    it('report a new comment at once, as text and escaped HTML', async () => {
      const text = 'A <b>bold</b>\nword';
      const { id, mail } = await mailed({ author: 'Bea & <b>', content: text });
      expect(mail.subject).to.equal('Bea & <b> commented on “The “harbour” & <sea>”');
      expect(mail.recipients).to.deep.equal([OWNER]);
      expect(mail.from).to.deep.include({ name: 'Harbour notes', address: 'blog@blog.example' });
      expect(mail.text).to.include(text).and.include(`https://blog.example/posts/harbour#${id}`);
      expect(mail.html).to.include('A &lt;b&gt;bold&lt;/b&gt;<br>word').and.not.include('<b>');
      expect(mail.headers).to.deep.include({
        key: 'auto-submitted',
        originalKey: 'Auto-Submitted',
        value: 'auto-generated',
      });
      await idle();
    });

    // docs/interface.md, K31
    itOnce('report pending comments, but not spam and own replies, and truncate long ones', async () => {
      await set({ commentModeration: 'all' });
      await sendSuspicious(use(), 'harbour', 'Cheap pills '.repeat(4));
      const { comment: first } = await comment(use(), 'harbour');
      // A reply approves it.
      await smtp.received(1);
      await use().admin('POST', `/api/comments/${first.id}/reply`, { content: 'Mine' });
      await comment(use(), 'harbour', { author: 'Last', content: 'x'.repeat(1900) });
      await smtp.received(2);
      await idle();
      expect(smtp.mails.map(({ subject }) => subject)).to.deep.equal([
        'My blog: a comment by Ann is awaiting approval',
        'My blog: a comment by Last is awaiting approval',
      ]);
      expect(smtp.mails[1]!.text).to.include(`${'x'.repeat(1500)} … (the comment is longer)`);
    });

    // docs/interface.md, K31
    it('do not report a comment that its author has deleted, also if a reply keeps its place', async () => {
      await set({ notifyOwner: 'daily' });
      const top = await comment(use(), 'harbour', { content: 'Withdrawn' });
      const { comment: kept } = await comment(use(), 'harbour', { content: 'Kept', parentId: top.comment.id });
      expect((await withdraw(use(), top)).body.deleted).to.equal(0);
      const { kysely } = use().database;
      const stored = () => kysely.selectFrom('jobs').select('data').where('kind', '=', 'mail').execute();
      await until(async () => (await stored()).some(({ data }) => data.includes(kept.id)));
      use().clock.advance(DAY);
      const [mail] = await smtp.received(1);
      expect(mail!.subject).to.equal('My blog: 1 new comment');
      expect(mail!.text).to.include('Kept');
      expect(mail!.text!.match(/Approve: /g)).to.have.length(1);
      await use().signIn();
    });

    // docs/interface.md, K33
    it('have links that change nothing before the button is pressed', async () => {
      const { id, mail } = await mailed();
      const links = linksIn(mail);
      expect(Object.keys(links)).to.deep.equal(['Approve', 'Hold', 'Spam', 'Delete']);
      for (const path of Object.values(links)) {
        for (const method of ['HEAD', 'GET']) {
          const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch' };
          const answer = await fetch(use().url + path, { method, headers });
          expect(answer.status).to.equal(200);
          expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
          expect(answer.headers.get('cache-control')).to.equal('no-store');
          expect(answer.headers.get('x-robots-tag')).to.equal('noindex');
        }
      }
      expect(await statusOf(use(), id)).to.equal('approved');
      const page = await (await fetch(use().url + links['Hold'])).text();
      expect(page).to.include('Hold this comment').and.include('<form method="post">');
      for (const [action, state, sentence] of [
        ['Hold', 'pending', 'This comment is pending'],
        ['Approve', 'approved', 'This comment is published.'],
        ['Spam', 'spam', 'This comment is marked as spam'],
        ['Delete', 'gone', 'This comment has been deleted.'],
      ] as const) {
        for (const time of ['once', 'again']) {
          const answer = await post(use(), links[action]!);
          expect(answer.status, `${action} ${time}`).to.equal(200);
          expect(await answer.text())
            .to.include(sentence)
            .and.not.include('<form method="post">');
          expect(await statusOf(use(), id)).to.equal(state);
        }
      }
    });

    // docs/interface.md, K33
    itOnce('have links that end after 7 days and with a new password, and cannot be forged', async () => {
      const { id, mail } = await mailed();
      const { Delete: path = '', Hold: other = '' } = linksIn(mail);
      const [, forged = ''] = /\/([^/]+)$/.exec(other)!;
      const mixed = path.replace(/[^/.]+(?=\.)/, forged.split('.')[0]!);
      for (const bad of [
        mixed,
        `${path}x`,
        '/mail/moderate/x',
        path.replace('moderate', 'unsubscribe'),
        '/mail/other/x.y',
      ]) {
        expect((await post(use(), bad)).status, bad).to.equal(404);
      }
      use().clock.advance(7 * DAY);
      const expired = await post(use(), path);
      expect([expired.status, await expired.text()]).to.satisfy(
        ([status, text]: [number, string]) => status === 410 && text.includes('This link has expired.'),
      );
      await use().signIn();
      const { Delete: late = '' } = linksIn((await mailed()).mail);
      const changed = { current: PASSWORD, password: 'another horse battery' };
      const { body } = await use().admin('POST', '/api/admin/change-password', changed);
      const token = (body as { token: string }).token;
      expect((await post(use(), late)).status).to.equal(404);
      await use().call('POST', '/api/admin/change-password', {
        token,
        body: { current: changed.password, password: PASSWORD },
      });
      await use().signIn();
      expect(await statusOf(use(), id)).to.equal('approved');
    });

    // docs/interface.md, K32
    it('collect the comments of an hour or a day', async () => {
      await set({ notifyOwner: 'hourly' });
      const { comment: first } = await comment(use(), 'harbour', { author: 'One' });
      const { comment: gone } = await comment(use(), 'harbour', { author: 'Two' });
      await comment(use(), 'harbour', { author: 'Three' });
      await until(async () => (await listed()).length === 3);
      await use().admin('DELETE', `/api/comments/${gone.id}`);
      const [job] = await rows();
      expect(job!.run_at).to.match(/T\d\d:00:00\.000Z$/);
      use().clock.advance(HOUR);
      const [mail] = await smtp.received(1);
      expect(mail!.subject).to.equal('My blog: 2 new comments');
      expect(mail!.text).to.include('One on “').and.include('Three on “').and.include(first.id).and.not.include('Two');
      await idle();
      await set({ notifyOwner: 'daily', timeZone: 'Asia/Kolkata' });
      await comment(use(), 'harbour');
      await until(async () => (await listed()).length === 1);
      expect((await rows())[0]!.run_at).to.match(/T02:30:00\.000Z$/);
      await set({ timeZone: 'UTC' });

      async function listed(): Promise<string[]> {
        return (await rows()).flatMap(
          ({ data }) => (JSON.parse(data) as { data: { comments: string[] } }).data.comments,
        );
      }
      function rows() {
        return use().database.kysely.selectFrom('jobs').select(['data', 'run_at']).where('kind', '=', 'mail').execute();
      }
    });

    // docs/interface.md, K32
    itOnce('follow the settings at the time when the comment is written', async () => {
      for (const settings of [{ notifyOwner: 'never' }, { ownerEmail: '' }]) {
        await set(settings);
        await comment(use(), 'harbour', { author: 'Unheard' });
        await set({ ownerEmail: OWNER, notifyOwner: 'immediately' });
      }
      await mailed({ author: 'Heard' });
      await idle();
      expect(smtp.mails).to.have.length(1);
    });

    // docs/interface.md, K34
    it('are sent again after a temporary refusal of the server, with the same Message-ID', async () => {
      const ids: string[] = [];
      smtp.treat({ recipient: (address) => (ids.push(address), [451, `Greylisted ${address}`]) });
      await comment(use(), 'harbour');
      const waitsAgain = async () => {
        const [job] = await use().database.kysely.selectFrom('jobs').select(['locked_until', 'reason']).execute();
        return job?.locked_until === null && job.reason !== null;
      };
      await until(waitsAgain);
      expect(ids).to.deep.equal([OWNER]);
      expect((await jobs()).jobs[0].reason).to.match(/^The mail server refused the recipient \(451 Greylisted …\)\.$/);
      // Accepted, but the answer is lost: the mail is sent twice.
      let breaks = true;
      smtp.treat({ mail: () => (breaks ? ((breaks = false), smtp.drop(), undefined) : undefined) });
      for (let sent = 1; sent <= 2; sent++) {
        use().clock.advance(HOUR);
        await smtp.received(sent);
        // The pause before the next attempt begins when the last attempt has ended.
        if (sent === 1) await until(waitsAgain);
      }
      await idle();
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).to.equal(1);
    });

    // docs/interface.md, K34
    itOnce(
      'that the server refuses permanently are listed with the reason, and without addresses in the log',
      async () => {
        smtp.treat({ recipient: (address) => [550, `5.1.1 <${address}>: user unknown`] });
        await comment(use(), 'harbour');
        await until(async () => (await jobs()).failed === 1);
        const [job] = (await jobs()).jobs;
        expect(job).to.include({ state: 'failed', attempts: 1, kind: 'mail' });
        expect(job.reason).to.equal('The mail server refused the recipient (550 5.1.1 <…>: user unknown).');
        expect(JSON.stringify(use().logged)).to.not.include('ada@');
        smtp.treat({});
        await use().admin('POST', `/api/admin/jobs/${job.id}/retry`);
        await smtp.received(1);
        await idle();
      },
    );

    // docs/interface.md, K34
    it('wait while the server is unreachable, which is logged once', async () => {
      use().logged.length = 0;
      await smtp.stop();
      await comment(use(), 'harbour');
      await comment(use(), 'harbour');
      await until(async () => (await jobs()).jobs.filter(({ reason }: { reason: string }) => reason).length === 2);
      await smtp.restart();
      use().clock.advance(HOUR);
      await smtp.received(2);
      await idle();
      const lines = use()
        .logged.map(({ msg }) => msg)
        .filter((line) => String(line).startsWith('SMTP'));
      expect(lines).to.deep.equal(['SMTP is away: start it, or correct SMTP_URL', 'SMTP is back']);
    });

    // docs/interface.md, K34
    itOnce('delay no comment when the server is slow', async () => {
      let release = () => undefined as void;
      const gate = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
      smtp.treat({ mail: () => gate });
      const offered = smtp.offered();
      await comment(use(), 'harbour');
      await until(() => smtp.offered() > offered);
      await comment(use(), 'harbour');
      expect(smtp.mails).to.have.length(0);
      release();
      await smtp.received(2);
      await idle();
    });

    // docs/interface.md, K35
    itOnce('can be tested, in every language and with templates of a theme', async () => {
      for (const language of languageNames) {
        await set({ language });
        const { status, body } = await use().admin('POST', '/api/admin/mail/test');
        expect(status, JSON.stringify(body)).to.equal(200);
        await smtp.received(1);
        const [{ subject, text, html }] = smtp.mails as [ReceivedMail];
        expect(subject).to.equal('My own <subject> of My blog');
        expect(html)
          .to.include(`<html lang="${language}"`)
          .and.match(/prefers-color-scheme:\s?dark/);
        expect(text).to.not.match(/[<{]/);
        smtp.mails.length = 0;
        await idle();
      }
      expect((await use().admin('GET', '/api/admin/mail')).body).to.deep.equal({
        ok: true,
        configured: true,
        from: 'blog@blog.example',
        test: 'none',
        reason: null,
      });
      smtp.treat({ recipient: () => [550, 'No'] });
      await use().admin('POST', '/api/admin/mail/test');
      await until(async () => (await use().admin('GET', '/api/admin/mail')).body.test === 'failed');
      await set({ ownerEmail: '' });
      const { status, body } = await use().admin('POST', '/api/admin/mail/test');
      expect([status, body.error]).to.deep.equal([400, 'Set your e-mail address in Settings first.']);
    });

    // docs/interface.md, D4
    itOnce('have a server whose state health shows', async () => {
      expect((await use().admin('GET', '/api/admin/health')).body.mail).to.deep.equal({
        ok: true,
        problem: null,
        waiting: 0,
        dropped: 0,
      });
    });

    // docs/interface.md, D4
    itOnce(
      'lack links without the address of the site, and servers refuse senders of examples: health says both',
      async () => {
        const notices = async () => (await use().admin('GET', '/api/admin/health')).body.notices;
        expect(await notices())
          .to.include('MAIL_FROM_RESERVED')
          .and.not.include('MAIL_WITHOUT_SITE');
        await set({ siteUrl: '' });
        expect(await notices()).to.include('MAIL_WITHOUT_SITE');
        await set({ siteUrl: 'https://blog.example' });
      },
    );
  },
  env,
);

describeVisited('a service without mail', (use) => {
  // docs/interface.md, K35
  it('stores and offers nothing of it', async () => {
    await write(use(), { id: 'harbour' });
    await use().admin('PUT', '/api/admin/settings', { ownerEmail: OWNER });
    await comment(use(), 'harbour');
    expect((await use().admin('GET', '/api/admin/health')).body.mail).to.equal(null);
    expect((await use().admin('GET', '/api/admin/mail')).body).to.include({ configured: false, from: null });
    expect((await use().admin('POST', '/api/admin/mail/test')).status).to.equal(400);
    expect((await use().admin('GET', '/api/admin/jobs')).body.total).to.equal(0);
  });
});
