import { expect } from 'chai';

import { mailedPost } from '../routers/mailings/compose.ts';
import { claimMail, JobLost } from '../routers/mailings/claim.ts';
import { wakeForgottenMailings, wakeMailings } from '../routers/posts/mailing/job.ts';
import { nextMail, type DueMail } from '../routers/mailings/next.ts';
import { LEASE, type HeldJob } from '../routers/data/held.ts';
import { NEWSLETTER_JOB } from '../routers/mail/put.ts';
import { peekPost } from '../routers/posts/load.ts';
import { takeJobs } from '../server/background/jobs/queue.ts';
import { startSmtp } from './support/smtp.ts';
import { expectRefusal } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { BEFORE_MAILING, passTime } from './support/pass-time.ts';
import { write } from './support/posts.ts';
import { insertMailing, insertSubscriber } from './support/subscribers.ts';
import { until } from './support/until.ts';
import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const smtp = await startSmtp();
let posts = 0;

after(() => smtp.stop());

describeVisited.onBothEngines(
  'mailings',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const recipients = () => smtp.mails.flatMap((mail) => mail.recipients).toSorted();
    /** The attempts of the one mail that is sent later; undefined without one. */
    const retries = async () => {
      const rows = use().database.kysely.selectFrom('mailing_retries').select('attempts');
      return (await rows.executeTakeFirst())?.attempts;
    };
    const newId = () => `post-${(posts += 1)}`;
    const mailingOf = async (id: string) => (await use().admin('GET', `/api/posts/${id}/mailing`)).body.mailing;
    const state = async (id: string) => (await mailingOf(id))?.state;
    const reaches = (id: string, wanted: string) => until(async () => (await state(id)) === wanted);
    const ask = (id: string, more: object = {}) =>
      write(use(), { id, title: `Title of ${id}`, content: 'The *ferry* leaves.', notifySubscribers: true, ...more });
    /** The same, and waits until the mailing begins. */
    async function publish(id: string, more: object = {}): Promise<string> {
      const made = await ask(id, more);
      await passTime(use(), BEFORE_MAILING);
      return made;
    }
    const change = async (id: string, body: object) => {
      const { status } = await use().admin('PUT', `/api/posts/${id}`, body);
      expect(status).to.equal(200);
    };

    async function subscribers(...names: string[]): Promise<void> {
      const { body } = await use().admin('POST', '/api/admin/subscribers/import', {
        csv: names.map((name) => `${name}@reader.example\n`).join(''),
      });
      expect(body.refused).to.deep.equal([]);
    }

    beforeEach(async () => {
      await use().signIn();
      await use().database.kysely.deleteFrom('subscribers').execute();
      smtp.mails.length = 0;
      smtp.treat({});
    });

    // docs/interface.md, N10, N11, N12
    it('send a new post to each confirmed subscriber, with links to unsubscribe', async () => {
      await subscribers('ada', 'bea', 'cid');
      const { database } = use();
      await database.kysely
        .updateTable('subscribers')
        .set({ state: 'pending' })
        .where('email', 'like', 'cid%')
        .execute();
      const id = await publish(newId());
      await reaches(id, 'sent');
      expect(recipients()).to.deep.equal(['ada@reader.example', 'bea@reader.example']);
      expect(await mailingOf(id)).to.include({ state: 'sent', sent: 2, left: 0, failed: 0, problem: null });
      const [mail] = smtp.mails;
      expect(mail!.subject).to.equal(`Title of ${id}`);
      expect(mail!.html).to.include('<em>ferry</em>').and.include(`href="${SITE}/posts/${id}"`);
      expect(mail!.text).to.include('The ferry leaves.').and.include(`${SITE}/posts/${id}`);
      const headers = new Map(mail!.headers.map(({ key, value }) => [key, value]));
      expect(headers.get('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
      const [, url = ''] = /<(.+)>/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
      expect(mail!.text).to.include(url);
      expect(url.startsWith(`${SITE}/mail/unsubscribe/`)).to.equal(true);
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).to.equal(2);
      // The job ends a moment after the mailing.
      await until(async () => (await use().admin('GET', '/api/admin/jobs')).body.total === 0);
    });

    // docs/interface.md, N10
    it('are sent once, at the publication: drafts and scheduled posts keep the request', async () => {
      await subscribers('ada');
      const draft = await publish(newId(), { status: 'draft' });
      const timed = await publish(newId(), { publishAt: new Date(use().clock.now() + HOUR).toISOString() });
      expect([await state(draft), await state(timed)]).to.deep.equal(['wanted', 'wanted']);
      await passTime(use(), HOUR + 1);
      await until(async () => (await mailingOf(timed)).startsAt !== null);
      await passTime(use(), BEFORE_MAILING);
      await reaches(timed, 'sent');
      await use().admin('PUT', `/api/posts/${draft}`, { status: 'published' });
      await passTime(use(), BEFORE_MAILING);
      await reaches(draft, 'sent');
      for (const status of ['draft', 'published']) {
        await use().admin('PUT', `/api/posts/${draft}`, { status, notifySubscribers: true });
      }
      await wakeForgottenMailings(use().services.em.fork(), use().clock);
      expect(smtp.mails).to.have.length(2);
      const plain = await write(use(), { id: newId() });
      expect(await mailingOf(plain)).to.equal(null);
      await use().admin('PUT', `/api/posts/${plain}`, { notifySubscribers: true });
      await passTime(use(), BEFORE_MAILING);
      await reaches(plain, 'sent');
      const bulk = await publish(newId(), { status: 'draft' });
      await use().admin('POST', '/api/posts/bulk', { action: 'publish', ids: [bulk] });
      await passTime(use(), BEFORE_MAILING);
      await reaches(bulk, 'sent');
      expect(smtp.mails).to.have.length(4);
    });

    // docs/interface.md, N10
    it('are not sent when the request is withdrawn, and are sent with a working copy', async () => {
      await subscribers('ada');
      const draft = await publish(newId(), { status: 'draft' });
      await use().admin('PUT', `/api/posts/${draft}`, { notifySubscribers: false });
      await use().admin('PUT', `/api/posts/${draft}`, { status: 'published' });
      expect(await mailingOf(draft)).to.equal(null);
      const { version } = (await use().call('GET', `/api/posts/${draft}`)).body.post;
      await use().admin('PUT', `/api/posts/${draft}/working-copy`, {
        baseVersion: version,
        fields: { title: 'Newer' },
      });
      await use().admin('POST', `/api/posts/${draft}/working-copy/publish`, { notifySubscribers: true });
      await passTime(use(), BEFORE_MAILING);
      const [mail] = await smtp.received(1);
      expect(mail!.subject).to.equal('Newer');
      await reaches(draft, 'sent');
    });

    // docs/interface.md, N25
    it('begin 10 s after the publication; a publication that is undone before mails nobody', async () => {
      await subscribers('ada');
      const id = await ask(newId());
      const startsAt = new Date(use().clock.now() + BEFORE_MAILING).toISOString();
      expect(await mailingOf(id)).to.include({ state: 'wanted', startsAt, startedAt: null });
      await passTime(use(), BEFORE_MAILING - 1);
      const { version } = (await use().call('GET', `/api/posts/${id}`)).body.post;
      await change(id, { status: 'draft', ifVersion: version });
      expect(await mailingOf(id)).to.equal(null);
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(404);
      const events = await use().database.kysely.selectFrom('events').select(['type', 'data']).orderBy('id').execute();
      expect(events.filter(({ data }) => data.includes(`"${id}"`)).map(({ type }) => type)).to.deep.equal([
        'post.published',
        'post.unpublished',
      ]);
      await passTime(use(), MINUTE);
      await until(async () => (await use().admin('GET', '/api/admin/jobs')).body.total === 0);
      // Nothing is left of the request, so that the post can be published without a mailing, or with one.
      await change(id, { status: 'published' });
      expect(await mailingOf(id)).to.equal(null);
      await change(id, { status: 'draft' });
      await change(id, { status: 'published', notifySubscribers: true });
      expect(smtp.mails).to.have.length(0);
      await passTime(use(), BEFORE_MAILING);
      await reaches(id, 'sent');
      expect(smtp.mails).to.have.length(1);
    });

    // docs/interface.md, N25
    it('are withdrawn in the same write: by false, by a publish time, or kept as a request by true', async () => {
      await subscribers('ada');
      const withdrawn = await ask(newId());
      await change(withdrawn, { notifySubscribers: false });
      expect(await mailingOf(withdrawn)).to.equal(null);
      const timed = await ask(newId());
      await change(timed, { publishAt: '2099-01-01T00:00:00Z' });
      expect(await mailingOf(timed)).to.equal(null);
      const kept = await ask(newId());
      await change(kept, { status: 'draft', notifySubscribers: true });
      expect(await mailingOf(kept)).to.include({ state: 'wanted', startsAt: null });
      await change(timed, { status: 'draft' });
      await passTime(use(), MINUTE);
      await until(async () => (await use().admin('GET', '/api/admin/jobs')).body.total === 0);
      expect(smtp.mails).to.have.length(0);
    });

    // docs/interface.md, N25
    it('do not begin if an instance of an earlier version has hidden the post', async () => {
      await subscribers('ada');
      const id = await ask(newId());
      await use().database.kysely.updateTable('posts').set({ status: 'draft' }).where('slug', '=', id).execute();
      await passTime(use(), BEFORE_MAILING);
      await until(async () => (await mailingOf(id)) === null);
      expect(smtp.mails).to.have.length(0);
    });

    // docs/interface.md, N10
    itOnce('are decided by the administrator only, not by API keys and agents', async () => {
      await subscribers('ada');
      const token = await newKey(use(), 'drafts', 'posts');
      const id = newId();
      const post = { id, title: 'By a program', status: 'draft' };
      const wish = { notifySubscribers: true, title: 'Changed' };
      for (const notifySubscribers of [true, false]) {
        const body = { ...post, notifySubscribers };
        expectRefusal(await use().call('POST', '/api/posts', { token, body }), 403, 'SCOPE_MISSING');
      }
      expect((await use().call('POST', '/api/posts', { token, body: post })).status).to.equal(201);
      expectRefusal(await use().call('PUT', `/api/posts/${id}`, { token, body: wish }), 403, 'SCOPE_MISSING');
      const ask = async (method: string, params: object) => {
        const headers = { accept: 'application/json, text/event-stream' };
        const body = { jsonrpc: '2.0', id: 1, method, params };
        return (await use().call('POST', '/mcp', { token, headers, body })).body.result;
      };
      const called = await ask('tools/call', { name: 'update_post', arguments: { id, ...wish } });
      expect(called).to.include({ isError: true });
      expect(called.content[0].text).to.include('SCOPE_MISSING');
      const { tools } = await ask('tools/list', {});
      expect(JSON.stringify(tools)).to.include('update_post').and.not.include('notifySubscribers');
      expect((await use().call('GET', `/api/posts/${id}`, { token })).body.post.title).to.equal('By a program');
      expect(await mailingOf(id)).to.equal(null);
    });

    // docs/interface.md, N12
    itOnce('contain nothing of a protected post but title and link', async () => {
      await subscribers('ada');
      const id = await publish(newId(), { content: 'Secret quay', password: 'open sesame', excerpt: 'Excerpted' });
      const [mail] = await smtp.received(1);
      expect(`${mail!.text}${mail!.html}`).to.not.match(/quay|Excerpted|sesame/i);
      expect(mail!.text).to.include(`Title of ${id}`).and.include(`${SITE}/posts/${id}`);
      await reaches(id, 'sent');
    });

    // docs/interface.md, N14
    it('retry mails that the server refuses temporarily, while others are sent', async () => {
      await subscribers('grey', 'ada');
      let attempts = 0;
      smtp.treat({
        recipient: (address) => (address.startsWith('grey') && (attempts += 1) < 3 ? [451, 'Greylisted'] : undefined),
      });
      const id = await publish(newId());
      await until(async () => (await mailingOf(id)).sent === 1 && (await retries()) === 1);
      expect(await mailingOf(id)).to.include({ state: 'sending', left: 1, failed: 0 });
      await passTime(use(), 5 * MINUTE + 1);
      await until(async () => (await retries()) === 2);
      await passTime(use(), 15 * MINUTE + 1);
      await reaches(id, 'sent');
      expect(recipients()).to.deep.equal(['ada@reader.example', 'grey@reader.example']);
    });

    // docs/interface.md, N15
    itOnce('end a subscription whose address is refused in three mailings in a row', async () => {
      await subscribers('gone', 'ada', 'relay');
      smtp.treat({
        recipient: (address) =>
          address.startsWith('gone')
            ? [550, '5.1.1 No such user']
            : address.startsWith('relay')
              ? [550, '5.7.1 Relaying denied']
              : undefined,
      });
      const left = async () => (await use().admin('GET', '/api/admin/subscribers')).body.total as number;
      for (const wanted of [3, 3, 2]) {
        const id = await publish(newId());
        await reaches(id, 'sent');
        expect(await mailingOf(id)).to.include({ sent: 1, failed: 2 });
        expect(await left()).to.equal(wanted);
      }
    });

    // docs/interface.md, N15
    itOnce('forget refusals as soon as the address is accepted', async () => {
      await subscribers('ada');
      for (const refuses of [true, true, false, true]) {
        smtp.treat({ recipient: () => (refuses ? [550, 'No such user'] : undefined) });
        await reaches(await publish(newId()), 'sent');
      }
      const [row] = await use().database.kysely.selectFrom('subscribers').select('refusals').execute();
      expect(row?.refusals).to.equal(1);
    });

    // docs/interface.md, N14
    itOnce('wait while no mail can be sent, and say why', async () => {
      await subscribers('ada', 'bea');
      await smtp.stop();
      const id = await publish(newId());
      await until(async () => (await mailingOf(id)).problem !== null);
      expect(await mailingOf(id)).to.include({ state: 'sending', sent: 0, left: 2, failed: 0 });
      const isDueIn = async (milliseconds: number) => {
        const job = use().database.kysely.selectFrom('jobs').select('run_at').where('kind', '=', 'mail.newsletter');
        const { run_at } = await job.where('locked_until', 'is', null).executeTakeFirstOrThrow();
        return Date.parse(run_at) - use().clock.now() === milliseconds;
      };
      // Each pause is twice the one before.
      for (const pause of [5000, 10_000, 20_000]) {
        await until(() => isDueIn(pause).catch(() => false));
        await passTime(use(), pause);
      }
      await smtp.restart();
      await passTime(use(), HOUR);
      await reaches(id, 'sent');
      expect(await mailingOf(id)).to.include({ sent: 2, problem: null });
    });

    // docs/interface.md, N14
    itOnce('wait while the server announces its shutdown, in the answer to any mail', async () => {
      await subscribers('ada', 'bea');
      smtp.treat({ mail: () => [421, '4.3.2 Shutting down'] });
      const offered = smtp.offered();
      const id = await publish(newId());
      await until(async () => (await mailingOf(id)).problem !== null);
      expect(await mailingOf(id)).to.include({ state: 'sending', sent: 0, left: 2, failed: 0 });
      const problem = 'The mail server takes nothing at the moment (421 4.3.2 Shutting down).';
      expect(await mailingOf(id)).to.include({ problem });
      expect([smtp.offered() - offered, await retries()]).to.deep.equal([1, undefined]);
      smtp.treat({});
      await passTime(use(), HOUR);
      await reaches(id, 'sent');
    });

    // docs/interface.md, N13
    it('are cancelled by the owner', async () => {
      await subscribers('ada', 'bea');
      const held = Promise.withResolvers<void>();
      smtp.treat({ mail: () => held.promise.then(() => undefined) });
      const offered = smtp.offered();
      const id = await publish(newId());
      await until(() => smtp.offered() > offered);
      const { body } = await use().admin('POST', `/api/posts/${id}/mailing/cancel`);
      held.resolve();
      expect(body.mailing).to.include({ state: 'cancelled', left: 0 });
      expectRefusal(await use().admin('POST', `/api/posts/${id}/mailing/cancel`), 404, 'NOT_FOUND');
      const draft = await publish(newId(), { status: 'draft' });
      expect((await use().admin('POST', `/api/posts/${draft}/mailing/cancel`)).body.mailing).to.equal(null);
      await until(async () => (await use().admin('GET', '/api/admin/jobs')).body.total === 0);
      expect(smtp.mails.length).to.be.at.most(1);
    });

    for (const [how, hidden] of [
      ['a draft again', { status: 'draft' }],
      ['scheduled', { publishAt: '2099-01-01T00:00:00Z' }],
    ] as const) {
      // docs/interface.md, N13
      it(`are cancelled when their post becomes ${how}`, async () => {
        await subscribers('ada', 'bea');
        const held = Promise.withResolvers<void>();
        smtp.treat({ mail: () => held.promise.then(() => undefined) });
        const offered = smtp.offered();
        const id = await publish(newId());
        await until(() => smtp.offered() > offered);
        expect((await use().admin('PUT', `/api/posts/${id}`, hidden)).status).to.equal(200);
        held.resolve();
        await reaches(id, 'cancelled');
        expect(smtp.mails.length).to.be.at.most(1);
      });
    }

    // docs/interface.md, N13
    itOnce('are shown to the owner first, also of a draft', async () => {
      const draft = await publish(newId(), { status: 'draft' });
      const test = () => use().admin('POST', `/api/posts/${draft}/mailing/test`);
      expect((await test()).body.issues[0].path).to.equal('ownerEmail');
      await use().admin('PUT', '/api/admin/settings', { ownerEmail: 'owner@blog.example' });
      expect((await test()).status).to.equal(202);
      const [mail] = await smtp.received(1);
      expect(mail!.recipients).to.deep.equal(['owner@blog.example']);
      expect(mail!.subject).to.equal(`Test: Title of ${draft}`);
      expect(await state(draft)).to.equal('wanted');
      await use().admin('PUT', '/api/admin/settings', { ownerEmail: '' });
    });
  },
  { ...smtp.env, SITE_URL: SITE, MAIL_RATE: '100000' },
);

describeVisited(
  'mailings at a low rate',
  (use) => {
    // docs/interface.md, N11, N13
    it('look again before each mail: none is sent after the end of a subscription, or of the mailing', async () => {
      smtp.mails.length = 0;
      const names = ['ada', 'bea', 'cid', 'dan'];
      const csv = names.map((name) => `${name}@reader.example\n`).join('');
      await use().admin('POST', '/api/admin/subscribers/import', { csv });
      const { body } = await use().admin('GET', '/api/admin/subscribers');
      const inOrder = (body.subscribers as { id: string; email: string }[]).toReversed();
      const id = await write(use(), { id: 'slowly', notifySubscribers: true });
      await passTime(use(), BEFORE_MAILING);
      await smtp.received(1);
      // The next mail waits for the rate.
      expect((await use().admin('DELETE', `/api/admin/subscribers/${inOrder[1]!.id}`)).status).to.equal(200);
      await smtp.received(2);
      await use().admin('POST', `/api/posts/${id}/mailing/cancel`);
      await until(async () => (await use().admin('GET', '/api/admin/jobs')).body.total === 0);
      const recipients = smtp.mails.flatMap((mail) => mail.recipients);
      expect(recipients).to.deep.equal([inOrder[0]!.email, inOrder[2]!.email]);
    });

    // docs/interface.md, N13
    it('read posts that are public, except for a test', async () => {
      const id = await write(use(), { id: 'draft-text', title: 'Unfinished', status: 'draft' });
      const ctx = { ...use().services, em: use().services.em.fork() };
      const { key } = await peekPost(ctx.em, id, 'post');
      expect(await mailedPost(ctx, key)).to.equal(null);
      expect(await mailedPost(ctx, key, { showsHidden: true })).to.include({ title: 'Unfinished' });
    });
  },
  { ...smtp.env, SITE_URL: SITE, MAIL_RATE: '20' },
);

describeVisited('mailings without mail', (use) => {
  // docs/interface.md, N10
  it('are not stored', async () => {
    const id = await write(use(), { id: 'unmailed', notifySubscribers: true });
    expect((await use().admin('GET', `/api/posts/${id}/mailing`)).body.mailing).to.equal(null);
    expectRefusal(await use().admin('POST', `/api/posts/${id}/mailing/test`), 403, 'SUBSCRIPTIONS_CLOSED');
  });
});

// Nothing sends here, so the tests stand for the instances.
describeVisited.onBothEngines('the claim of a mail', (use) => {
  const em = () => use().services.em.fork();
  const interval = 1000;

  // docs/interface.md, N12
  it('keeps the rate over all instances, and fails for one that has lost the job', async () => {
    const { clock, database } = use();
    await write(use(), { id: 'rated' });
    await insertSubscriber(use(), 'rated');
    await insertMailing(use(), 'rated');
    await database.kysely.updateTable('mailings').set({ state: 'sending', last_id: 'sub-rated' }).execute();
    await em().transactional((tx) => wakeMailings(tx, clock));
    const take = async () => (await takeJobs(em(), clock, { kinds: [NEWSLETTER_JOB], lane: null, most: 1 }))[0]!;
    const former = await take();
    const mail = (await nextMail(em(), clock)) as DueMail;
    const claim = (job: HeldJob, waitedSince: string | null = null) =>
      claimMail(em(), clock, { job, mail, interval, waitedSince });
    clock.advance(LEASE + 1);
    const holder = await take();
    const at = new Date(clock.now()).toISOString();
    expect(await claim(holder)).to.deep.equal({ at });

    expect(await claim(former).catch((error: unknown) => error)).to.be.instanceOf(JobLost);
    clock.advance(400);
    expect(await claim(holder)).to.deep.equal({ lastAt: at, wait: 600 });
    // The monotonic clock has shown that the interval is over.
    expect(await claim(holder, at)).to.deep.equal({ at: new Date(clock.now()).toISOString() });
    await database.kysely.updateTable('mailings').set({ state: 'cancelled' }).execute();
    clock.advance(interval);
    expect(await claim(holder)).to.equal(null);
  });

  // docs/interface.md, N25
  it('decides whether hiding the post still withdraws its mailing', async () => {
    const { database } = use();
    for (const [id, attempted_at] of [
      ['unclaimed', null],
      ['claimed', '2026-01-01T00:00:00.000Z'],
    ] as const) {
      await database.kysely.deleteFrom('mailings').execute();
      await write(use(), { id });
      await insertMailing(use(), id);
      await database.kysely.updateTable('mailings').set({ state: 'sending', attempted_at }).execute();
      await use().admin('PUT', `/api/posts/${id}`, { status: 'draft' });
      const rows = await database.kysely.selectFrom('mailings').select('state').execute();
      expect(rows.length, id).to.equal(attempted_at === null ? 0 : 1);
    }
  });
});
