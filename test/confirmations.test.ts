import { expect } from 'chai';

import { cleanConfirmations } from '../routers/mail/confirmations/clean.ts';
import { deleteOldErased } from '../routers/mail/confirmations/erased.ts';
import { mailboxHashes, canonicalMailbox } from '../routers/mail/confirmations/mailbox-hash.ts';
import { endSubscription } from '../routers/subscribers/subscribers.ts';
import { deleteUnconfirmed } from '../routers/subscribers/subscribe.ts';
import { comment } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { linkIn } from './support/mail-links.ts';
import { write } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { everyRow } from './support/sessions.ts';
import { startSmtp } from './support/smtp.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const smtp = await startSmtp();

after(() => smtp.stop());

const recipients = () => smtp.mails.map((mail) => mail.recipients[0] ?? '');

/** Waits until all jobs that are due are done, and all events are consumed. */
async function idle({ database, clock }: TestService): Promise<void> {
  await until(async () => {
    const names = ['events', 'events.mail'];
    const rows = await database.kysely.selectFrom('sequences').select('value').where('name', 'in', names).execute();
    return rows[0]?.value === rows[1]?.value;
  });
  await until(async () => {
    const now = new Date(clock.now()).toISOString();
    const due = database.kysely
      .selectFrom('jobs')
      .select('id')
      .where('run_at', '<=', now)
      .where('state', '=', 'waiting');
    return (await due.execute()).length === 0;
  });
}

/** Forgets everything of earlier tests. */
async function startOver({ database }: TestService): Promise<void> {
  for (const table of [
    'confirmations',
    'dropped_confirmations',
    'ended_subscriptions',
    'erased_addresses',
    'subscribers',
    'comments',
    'reply_addresses',
    'jobs',
  ] as const) {
    await database.kysely.deleteFrom(table).execute();
  }
  smtp.mails.length = 0;
}

/** Requests a confirmation without waiting for it. */
async function subscribe(service: TestService, email: string, ip?: string): Promise<void> {
  const headers: Record<string, string> = ip === undefined ? {} : { 'cf-connecting-ip': ip };
  const { status, body } = await service.call('POST', '/api/subscribers', { body: { email }, headers });
  expect([status, body]).to.deep.equal([202, { ok: true }]);
}

const health = async (service: TestService) => (await service.admin('GET', '/api/admin/health')).body;

describe('the mailbox of an address', () => {
  it('is the same in any case, and with any tag', () => {
    const same = ['Ada@Example.org', 'ada+news@example.org', 'ADA+a+b@example.ORG'];
    expect(same.map(canonicalMailbox)).to.deep.equal(same.map(() => 'ada@example.org'));
    expect(['+tag@example.org', '+tag+a@example.org'].map(canonicalMailbox)).to.deep.equal(
      Array(2).fill('+tag@example.org'),
    );
    expect(canonicalMailbox('a@ex+ample.org')).to.equal('a@ex+ample.org');
    expect(canonicalMailbox('a.da@example.org')).to.equal('a.da@example.org');
  });
});

describeVisited.onBothEngines(
  'mails that ask to confirm an address',
  (use) => {
    const moveOn = async (milliseconds: number) => {
      use().clock.advance(milliseconds);
      await idle(use());
    };

    before(() => write(use(), { id: 'harbour' }));
    beforeEach(() => startOver(use()));

    // docs/interface.md, N2
    it('are sent once in 24 hours to a mailbox, however often and from wherever it is asked for', async () => {
      const ask = (at: number) =>
        subscribe(
          use(),
          `${at % 2 ? 'victim' : 'VICTIM'}+${at}@mail.example`,
          `2001:db8:0:${(at % 256).toString(16)}::${(at >> 8) + 1}`,
        );
      for (let from = 0; from < 60; from += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, at) => ask(from + at)));
      }
      await idle(use());
      expect(smtp.mails).to.have.length(1);
      expect(recipients()[0]).to.match(/^victim\+\d+@mail\.example$/);
      const { pending } = (await use().admin('GET', '/api/admin/subscribers')).body;
      expect(pending).to.equal(1);
      await moveOn(DAY + 1);
      await subscribe(use(), 'victim@mail.example');
      await idle(use());
      expect(recipients().slice(1)).to.deep.equal(['victim@mail.example']);
      expect((await health(use())).notices).to.not.include('CONFIRMATIONS_LIMITED');
    });

    // docs/interface.md, N2, K37
    it('count together for subscribers and writers of comments; the second waits for the rest of the day', async () => {
      await comment(use(), 'harbour', { email: 'ada@mail.example', notify: true });
      await idle(use());
      await subscribe(use(), 'Ada+news@mail.example');
      await comment(use(), 'harbour', { content: 'More', email: 'ada+2@mail.example', notify: true });
      await idle(use());
      await moveOn(DAY - 60_000);
      expect(recipients()).to.deep.equal(['ada@mail.example']);
      // The line is looked at every five minutes.
      await moveOn(6 * 60_000);
      await until(() => smtp.mails.length === 2);
      expect(recipients()).to.deep.equal(['ada@mail.example', 'ada+news@mail.example']);
      expect((await health(use())).notices).to.not.include('CONFIRMATIONS_LIMITED');
    });

    // docs/interface.md, N19
    it('are 20 an hour for a network, of both kinds together; the rest waits, the first first', async () => {
      for (let at = 0; at < 24; at += 1) {
        const email = `p${String(at).padStart(2, '0')}@mail.example`;
        const from = { 'cf-connecting-ip': `198.51.100.${at + 1}` };
        if (at % 2) await subscribe(use(), email, from['cf-connecting-ip']);
        else await comment(use(), 'harbour', { content: email, email, notify: true }, from);
        await idle(use());
        use().clock.advance(1000);
      }
      expect(smtp.mails).to.have.length(20);
      expect((await health(use())).mail).to.include({ waiting: 4, dropped: 0 });
      expect((await health(use())).notices).to.include('CONFIRMATIONS_LIMITED');
      // Other networks do not wait.
      await subscribe(use(), 'other@mail.example', '198.51.101.1');
      await idle(use());
      expect(smtp.mails).to.have.length(21);
      await moveOn(HOUR);
      await until(() => smtp.mails.length === 25);
      expect(recipients().slice(21).toSorted()).to.deep.equal(
        Array.from({ length: 4 }, (_, at) => `p${at + 20}@mail.example`),
      );
      expect((await health(use())).mail).to.include({ waiting: 0 });
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);

describeVisited.onBothEngines(
  'the limit of mails that ask to confirm, for the site',
  (use) => {
    beforeEach(() => startOver(use()));

    /** Requests of several networks, each with its number. */
    async function ask(networks: Record<string, number>): Promise<void> {
      for (const [network, count] of Object.entries(networks)) {
        for (let at = 0; at < count; at += 1) {
          await subscribe(use(), `n${network}p${at}@mail.example`, `10.99.${network}.${at + 1}`);
          await idle(use());
          use().clock.advance(1);
        }
      }
    }

    // docs/interface.md, N19
    it('is MAIL_CONFIRMATIONS an hour; networks with fewer requests are first, and after a day the rest is dropped', async () => {
      await ask({ 1: 9, 2: 3, 3: 1 });
      expect(recipients().toSorted()).to.deep.equal(
        ['n1p0', 'n1p1', 'n1p2', 'n1p3'].map((name) => `${name}@mail.example`),
      );
      use().clock.advance(HOUR);
      await until(() => smtp.mails.length === 8);
      const second = ['n2p0', 'n2p1', 'n2p2', 'n3p0'];
      expect(recipients().slice(4).toSorted()).to.deep.equal(second.map((name) => `${name}@mail.example`));
      expect((await health(use())).mail).to.include({ waiting: 5, dropped: 0 });
      // Nothing is sent while the service sleeps for a day.
      use().clock.advance(DAY);
      await idle(use());
      expect(smtp.mails).to.have.length(8);
      const { mail, notices } = await health(use());
      expect(mail).to.include({ waiting: 0, dropped: 5 });
      expect(notices).to.include('CONFIRMATIONS_LIMITED');
      expect(await everyRow(use())).to.not.include('n1p8@mail.example');
      use().clock.advance(DAY + HOUR);
      expect((await health(use())).notices).to.not.include('CONFIRMATIONS_LIMITED');
    });

    // docs/interface.md, N19
    it('keeps 5,000 in line; the network with most of them gives way', async () => {
      const { kysely } = use().database;
      await ask({ 1: 4 });
      const at = new Date(use().clock.now()).toISOString();
      const row = { purpose: 'subscriber', language: 'en', requested_at: at, sent_at: null } as const;
      const rows = Array.from({ length: 5000 }, (_, n) => ({
        ...row,
        id: `cf-0${String(n).padStart(5, '0')}`,
        mailbox: `m${n}`,
        email: `m${n}@mail.example`,
        network: n < 3000 ? 'one' : `n${n}`,
      }));
      for (let from = 0; from < 5000; from += 500) {
        await kysely
          .insertInto('confirmations')
          .values(rows.slice(from, from + 500))
          .execute();
      }
      await ask({ 5: 1 });
      const ids = (await kysely.selectFrom('confirmations').select('id').where('sent_at', 'is', null).execute()).map(
        ({ id }) => id,
      );
      expect(ids).to.have.length(5000).and.to.include('cf-002998');
      expect(ids).to.not.include('cf-002999');
      expect((await health(use())).mail).to.include({ waiting: 5000, dropped: 1 });
    });

    // docs/interface.md, N19, U2
    it('stores no client IP, and networks as keyed hashes for an hour; they can be listed and erased', async () => {
      const ip = '10.99.7.1';
      await ask({ 7: 1 });
      const network = (await mailboxHashes(use().services)).network('10.99.7.200');
      expect(await everyRow(use()))
        .to.include(network)
        .and.not.include(ip);
      const list = async (of: string) => (await use().admin('POST', '/api/admin/privacy/list', { of })).body;
      expect(await list(ip)).to.include({ confirmations: 1 });
      expect(await list('n7p0+x@mail.example')).to.include({ confirmations: 1 });
      use().clock.advance(HOUR);
      await cleanConfirmations(use().services.em.fork(), use().clock);
      expect(await everyRow(use())).to.not.include(network);
      use().clock.advance(DAY);
      await cleanConfirmations(use().services.em.fork(), use().clock);
      expect(await use().database.kysely.selectFrom('confirmations').selectAll().execute()).to.deep.equal([]);
      await ask({ 7: 1 });
      await use().admin('POST', '/api/admin/privacy/erase', { of: ip });
      expect(await everyRow(use())).to.not.include(network);
    });
  },
  { ...smtp.env, SITE_URL: SITE, MAIL_CONFIRMATIONS: '4' },
);

describeVisited.onBothEngines(
  'an erased address',
  (use) => {
    const PATH = '/api/admin/subscribers';
    const EMAIL = 'ada@mail.example';
    const spellings = [EMAIL, 'ADA@Mail.example', 'ada+blog@mail.example'];
    const erase = (of: string) => use().admin('POST', '/api/admin/privacy/erase', { of });
    const add = (email: string) => use().admin('POST', PATH, { email });
    const take = async (csv: string) => (await use().admin('POST', `${PATH}/import`, { csv })).body;
    const press = (path: string) =>
      use().call('POST', path, { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } });

    before(() => write(use(), { id: 'harbour' }));
    beforeEach(async () => {
      await startOver(use());
      await use().admin('PUT', '/api/admin/settings', { spamFilter: false });
    });

    // docs/interface.md, N17, U4
    it('gets no mail by any form for 180 days, in any spelling, and is not stored again', async () => {
      await erase(EMAIL);
      for (const email of spellings) {
        await subscribe(use(), email);
        const { comment: made } = await comment(use(), 'harbour', { content: email, email, notify: true });
        const reply = await use().admin('POST', `/api/comments/${made.id}/reply`, { content: `Re ${email}` });
        expect(reply.status).to.equal(201);
      }
      await idle(use());
      expect(smtp.mails).to.deep.equal([]);
      const rows = await use().database.kysely.selectFrom('comments').select('email').execute();
      expect(rows.filter(({ email }) => email !== null)).to.deep.equal([]);
      expect((await use().admin('GET', PATH)).body.total).to.equal(0);
      use().clock.advance(181 * DAY);
      await deleteOldErased(use().services.em.fork(), use().clock);
      await use().signIn();
      await subscribe(use(), EMAIL);
      await smtp.received(1);
    });

    // docs/interface.md, N17
    it('gets no mail that was asked for before, in another spelling', async () => {
      const offered = smtp.offered();
      smtp.treat({ mail: () => [451, 'Later'] });
      await subscribe(use(), 'ada+1@mail.example');
      await until(() => smtp.offered() > offered);
      await erase(EMAIL);
      smtp.treat({});
      await until(async () => {
        use().clock.advance(HOUR);
        return (await use().database.kysely.selectFrom('jobs').select('id').execute()).length === 0;
      });
      expect(smtp.mails).to.deep.equal([]);
    });

    // docs/interface.md, N17
    it('is asked once when the owner adds it, and is a subscriber once its person has confirmed', async () => {
      await subscribe(use(), EMAIL);
      await press(linkIn((await smtp.received(1))[0], 'confirm'));
      await erase(EMAIL);
      smtp.mails.length = 0;
      for (let time = 0; time < 2; time += 1) {
        const { status, body, headers } = await add(EMAIL);
        expect([status, body.subscriber.state, body.subscriber.source]).to.deep.equal([201, 'pending', 'owner']);
        expect(headers.get('location')).to.equal(`${PATH}/${body.subscriber.id}`);
        await idle(use());
      }
      expect(recipients()).to.deep.equal([EMAIL]);
      // The form still mails nothing.
      await subscribe(use(), EMAIL);
      await idle(use());
      expect(smtp.mails).to.have.length(1);
      await press(linkIn(smtp.mails[0], 'confirm'));
      expect((await use().admin('GET', PATH)).body).to.include({ confirmed: 1, pending: 0 });
      const kept = (await use().admin('POST', '/api/admin/privacy/list', { of: EMAIL })).body;
      expect(kept).to.include({ erased: 0, ended: 0 });
      expect((await add(EMAIL)).body.code).to.equal('SUBSCRIBER_EXISTS');
    });

    // docs/interface.md, N17
    it('stays ended for the owner if its person had unsubscribed', async () => {
      expect((await add(EMAIL)).body.subscriber.state).to.equal('confirmed');
      const [row] = (await use().admin('GET', PATH)).body.subscribers;
      await endSubscription(use().services, row.id);
      await erase(EMAIL);
      expect((await add(EMAIL)).body.code).to.equal('SUBSCRIPTION_ENDED');
    });

    // docs/interface.md, N8, N17
    it('is refused by an import, which names its line', async () => {
      await erase(EMAIL);
      const { added, refused, ended } = await take(`email\nbea@mail.example\n${spellings.join('\n')}\nnone@\n`);
      expect([added, ended]).to.deep.equal([1, []]);
      expect(refused.map(({ line }: { line: number }) => line)).to.have.members([4, 5, 6]);
      expect(refused[0].reason).to.equal(
        '"ada@mail.example" was erased. Add it by itself if its person wants that: a mail asks them to confirm.',
      );
      await idle(use());
      expect(smtp.mails).to.deep.equal([]);
    });

    // docs/interface.md, N3
    it('that was added and not confirmed in 7 days is deleted', async () => {
      await erase(EMAIL);
      await add(EMAIL);
      await idle(use());
      use().clock.advance(7 * DAY + 1);
      await deleteUnconfirmed(use().services.em.fork(), use().clock);
      await use().signIn();
      expect((await use().admin('GET', PATH)).body.total).to.equal(0);
    });

    // docs/interface.md, N17
    it('is erased although it is added or asked for at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([erase(EMAIL), add(EMAIL), subscribe(use(), EMAIL), take(EMAIL)]);
        await idle(use());
        const { subscribers } = (await use().admin('GET', PATH)).body;
        const states = subscribers.map(({ state, source }: Record<string, string>) => `${state} ${source}`);
        expect(states.join(), `round ${round}`).to.be.oneOf(['', 'pending owner']);
        await startOver(use());
      }
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);

for (const kind of databaseKinds.slice(1)) {
  describe(`requests for confirmation at two instances on ${kind.name}`, () => {
    const instances: TestService[] = [];

    before(async () => {
      const DATABASE_URL = await kind.freshUrl('administrator');
      const env = { ...smtp.env, SITE_URL: SITE, MAIL_CONFIRMATIONS: '5', DATABASE_URL };
      for (let at = 0; at < 2; at += 1) instances.push(await startTestService(kind, env));
      smtp.mails.length = 0;
    });
    after(() => Promise.all(instances.map((one) => one.close())));

    // docs/interface.md, N2, N19
    it('share the limits, also when they are decided at the same time', async () => {
      const ask = (at: number, email: string) => subscribe(instances[at % 2]!, email, `10.${at}.1.1`);
      const nameOf = (at: number) => (at < 15 ? `v+${at}` : `p${at}`);
      await Promise.all(Array.from({ length: 30 }, (_, at) => ask(at, `${nameOf(at)}@mail.example`)));
      for (const one of instances) await idle(one);
      expect(smtp.mails).to.have.length(5);
      expect(recipients().filter((to) => to.startsWith('v+'))).to.have.length.at.most(1);
      expect((await health(instances[0]!)).mail).to.include({ waiting: 11 });
    });
  });
}
