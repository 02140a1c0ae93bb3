import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';

import { kyselyOf } from '../entities/kysely.ts';
import { Webhook as StoredWebhook } from '../entities/webhook.ts';
import { changeWebhooks } from '../routers/webhooks/consumer.ts';
import { cancelDeliveries, deleteOldDeliveries, settleDelivery, waitingDelivery } from '../routers/webhooks/settle.ts';
import { startEventRelay } from '../server/background/jobs/event-relay.ts';
import { comment, expectRefusal } from './support/comments.ts';
import { hearAll } from './support/hear-all.ts';
import { callDuring, somebodyWaits } from './support/locks.ts';
import { write } from './support/posts.ts';
import { ok, type Behaviour, startReceiver, type Receiver } from './support/receiver.ts';
import { itOnSqlite, type TestService } from './support/service.ts';
import { everyRow } from './support/sessions.ts';
import { until } from './support/until.ts';
import { insertWebhook } from './support/webhooks.ts';
import { describeVisited } from './support/visitors.ts';

const WEBHOOKS = '/api/admin/webhooks';
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Made {
  id: string;
  secret: string;
}

type Delivery = Record<string, unknown> & { id: string; state: string; messageId: string };

async function create(
  { admin }: TestService,
  url: string,
  events: string[] = ['post.published'],
  more: object = {},
): Promise<Made> {
  const { status, body } = await admin('POST', WEBHOOKS, { url, events, ...more });
  expect(status, JSON.stringify(body)).to.equal(201);
  return { id: body.webhook.id, secret: body.secret };
}

async function deliveriesOf({ admin }: TestService, { id }: Pick<Made, 'id'>): Promise<Delivery[]> {
  return (await admin('GET', `${WEBHOOKS}/${id}/deliveries?pageSize=100`)).body.deliveries as Delivery[];
}

async function webhookIn({ admin }: TestService, { id }: Pick<Made, 'id'>) {
  const { webhooks } = (await admin('GET', WEBHOOKS)).body as { webhooks: { id: string; [name: string]: unknown }[] };
  return webhooks.find((one) => one.id === id)!;
}

/** Advances the clock, and lets the job runner read it. */
async function pass({ clock, changes }: TestService, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await changes.hear(['jobs']);
}

const ALLOWED = { WEBHOOK_PRIVATE: 'allow' };

describeVisited.onBothEngines(
  'webhooks',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const receivers: Receiver[] = [];
    const receiver = async () => {
      const one = await startReceiver();
      receivers.push(one);
      return one;
    };

    afterEach(async () => {
      await use().signIn();
      for (const { id } of (await use().admin('GET', WEBHOOKS)).body.webhooks as Made[]) {
        await use().admin('DELETE', `${WEBHOOKS}/${id}`);
      }
      await Promise.all(receivers.splice(0).map((one) => one.close()));
    });

    // docs/interface.md, K22, K24
    it('get events of their types, signed by the Standard Webhooks specification', async () => {
      const target = await receiver();
      const made = await create(use(), target.url, ['post.published', 'comment.created']);
      expect(made.secret).to.match(/^whsec_[A-Za-z\d+/]{43}=$/);
      const id = await write(use(), { title: 'Heard' });
      await use().admin('PUT', `/api/posts/${id}`, { title: 'Updated' });
      const { comment: written } = await comment(use(), id, { content: 'Fine & "good"' });
      await until(() => target.received.length === 2);
      expect(target.subjects().toSorted()).to.deep.equal([`comment.created ${written.id}`, `post.published ${id}`]);
      for (const { body, headers, path, message } of target.received) {
        expect(Number(headers['webhook-timestamp'])).to.equal(Math.floor(use().clock.now() / 1000));
        const signed = new Webhook(made.secret).sign(headers['webhook-id']!, new Date(use().clock.now()), body);
        expect(headers['webhook-signature']).to.equal(signed);
        expect(headers).to.include({ 'content-type': 'application/json; charset=utf-8' });
        expect([path, Object.keys(message)]).to.deep.equal(['/hook', ['type', 'timestamp', 'data']]);
      }
      const [event] = await use()
        .database.kysely.selectFrom('events')
        .select(['id'])
        .where('type', '=', 'comment.created')
        .orderBy('id', 'desc')
        .execute();
      const sent = target.received.find(({ message }) => message.type === 'comment.created')!;
      expect(sent.headers['webhook-id']).to.match(new RegExp(`^\\d+-${event!.id}$`));
      expect(sent.message.data).to.include({ id: written.id, content: 'Fine &amp; &quot;good&quot;' });
      await until(async () => (await deliveriesOf(use(), made)).every(({ state }) => state === 'delivered'));
      const last = (await deliveriesOf(use(), made)).find(({ subject }) => subject === written.id);
      expect(last).to.include({ type: 'comment.created', subject: written.id, attempts: 1, status: 204, error: null });
      await until(async () => (await use().database.kysely.selectFrom('jobs').selectAll().execute()).length === 0);
    });

    // docs/interface.md, K22
    itOnce('show their secret once, and store it nowhere', async () => {
      const { status, body, headers } = await use().admin('POST', WEBHOOKS, {
        url: 'https://hooks.example/a?b#c',
        events: ['post.deleted', 'post.published', 'post.deleted'],
      });
      expect([status, headers.get('location')]).to.deep.equal([201, `${WEBHOOKS}/${body.webhook.id}`]);
      const { id, createdAt } = body.webhook;
      expect(body.webhook).to.deep.equal({
        id,
        url: 'https://hooks.example/a?b',
        events: ['post.published', 'post.deleted'],
        active: 1,
        createdAt,
        failingSince: null,
        disabledAt: null,
        disabledBecause: null,
      });
      expect((await use().admin('GET', WEBHOOKS)).body.webhooks).to.deep.equal([body.webhook]);
      expect(await everyRow(use())).to.not.include(body.secret.slice('whsec_'.length));
      expect(JSON.stringify(use().logged)).to.not.include(body.secret);
    });

    // docs/interface.md, K22
    it('are limited to 20, also when they are created concurrently', async () => {
      const answers = await Promise.all(
        Array.from({ length: 22 }, () =>
          use().admin('POST', WEBHOOKS, { url: 'https://a.example/', events: ['post.deleted'] }),
        ),
      );
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused.map(({ status, body }) => `${status} ${body.code}`)).to.deep.equal(
        Array.from({ length: 2 }, () => '409 TOO_MANY_WEBHOOKS'),
      );
    });

    // docs/interface.md, K23
    it('get the events that are committed while they are active, and no others', async () => {
      const target = await receiver();
      const other = await receiver();
      await create(use(), other.url);
      const before = await write(use(), {});
      const made = await create(use(), target.url);
      const during = await write(use(), {});
      const changing = use().admin('PUT', `${WEBHOOKS}/${made.id}`, { active: false });
      expect((await changing).body.webhook).to.include({ active: 0 });
      const after = await write(use(), {});
      await until(() => other.received.length === 3);
      expect(other.subjects().toSorted()).to.deep.equal(
        [before, during, after].map((id) => `post.published ${id}`).toSorted(),
      );
      const states = (await deliveriesOf(use(), made)).map(({ subject }) => subject);
      expect(states).to.deep.equal([during]);
    });

    // docs/interface.md, K23
    itOnce('get scheduled publications', async () => {
      const target = await receiver();
      await create(use(), target.url);
      const id = await write(use(), { publishAt: new Date(use().clock.now() + HOUR).toISOString() });
      await pass(use(), HOUR);
      await until(() => target.received.length === 1);
      expect(target.subjects()).to.deep.equal([`post.published ${id}`]);
    });

    // docs/interface.md, K25, K26
    it('get a failed delivery again by the schedule of the specification, with the same id, and ten times at most', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(503).end('busy\0 now'));
      const made = await create(use(), target.url);
      await write(use(), {});
      const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * SECOND);
      for (const [at, pause] of pauses.entries()) {
        await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === at + 1);
        const [delivery] = await deliveriesOf(use(), made);
        expect(delivery).to.include({ state: 'waiting', status: 503, answer: 'busy now' });
        expect(delivery!['error']).to.equal('The receiver answered 503.');
        expect(Date.parse(String(delivery!['nextAt'])) - use().clock.now()).to.equal(pause);
        await use().signIn();
        await pass(use(), pause);
      }
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'failed');
      expect(target.received).to.have.length(10);
      expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
      expect(new Set(target.received.map(({ headers }) => headers['webhook-timestamp'])).size).to.equal(10);
      expect((await webhookIn(use(), made))['failingSince']).to.be.a('string');

      // docs/interface.md, K26
      target.answer(ok);
      const [failed] = await deliveriesOf(use(), made);
      const again = await use().admin('POST', `${WEBHOOKS}/${made.id}/deliveries/${failed!.id}/redeliver`);
      expect(again.body.delivery).to.include({ id: failed!.id, state: 'waiting', attempts: 0 });
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'delivered');
      expect(target.received.at(-1)!.headers['webhook-id']).to.equal(failed!.messageId);
      expect((await webhookIn(use(), made))['failingSince']).to.equal(null);
    });

    // docs/interface.md, K25, K26
    itOnce(
      'get deliveries that they refused temporarily or cut off again, automatically, with the same id',
      async () => {
        const target = await receiver();
        const answers: Behaviour[] = [
          (response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
          (response) => void response.destroy(),
          ok,
        ];
        target.answer((response, received) => answers.shift()!(response, received));
        const made = await create(use(), target.url);
        await write(use(), {});
        for (const [at, pause] of [5 * SECOND, 300 * SECOND].entries()) {
          await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === at + 1);
          await pass(use(), pause);
        }
        await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'delivered');
        expect(target.received).to.have.length(3);
        expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
      },
    );

    // docs/interface.md, K27
    itOnce('are switched off by 410, and switched on again by the owner', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(410).end());
      const made = await create(use(), target.url);
      await write(use(), {});
      await until(async () => (await webhookIn(use(), made))['active'] === 0);
      expect(await webhookIn(use(), made)).to.include({ disabledBecause: 'gone' });
      expect((await use().admin('GET', '/api/admin/health')).body.notices).to.include('WEBHOOK_OFF');
      await write(use(), {});
      await hearAll(use());
      const { body } = await use().admin('PUT', `${WEBHOOKS}/${made.id}`, { active: true });
      expect(body.webhook).to.include({ active: 1, disabledAt: null, disabledBecause: null, failingSince: null });
      expect((await use().admin('GET', '/api/admin/health')).body.notices).to.not.include('WEBHOOK_OFF');
      expect(await deliveriesOf(use(), made)).to.have.length(1);
    });

    // docs/interface.md, K27
    itOnce('are switched off after 5 days without a successful attempt; waiting deliveries are given up', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(500).end());
      const made = await create(use(), target.url);
      await write(use(), {});
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      await use().signIn();
      await pass(use(), 5 * DAY - 1);
      await use().signIn();
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 2);
      expect(await webhookIn(use(), made)).to.include({ active: 1 });
      const late = await write(use(), {});
      await until(async () => (await deliveriesOf(use(), made)).every(({ attempts }) => Number(attempts) > 0));
      await pass(use(), 5 * SECOND);
      await until(async () => (await webhookIn(use(), made))['active'] === 0);
      expect(await webhookIn(use(), made)).to.include({ disabledBecause: 'failing' });
      const states = (await deliveriesOf(use(), made)).map(({ subject, state }) => [subject === late, state]);
      expect(states).to.deep.equal([
        [true, 'failed'],
        [false, 'failed'],
      ]);
      expect(await use().database.kysely.selectFrom('jobs').selectAll().execute()).to.deep.equal([]);
    });

    // docs/interface.md, K28
    itOnce('send a test message once, also while they are off', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(500).end('no'));
      const made = await create(use(), target.url, ['post.deleted'], { active: false });
      const { body } = await use().admin('POST', `${WEBHOOKS}/${made.id}/test`);
      expect(body.delivery).to.include({ type: 'webhook.test', subject: '', state: 'waiting', attempts: 0 });
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'failed');
      expect(target.received[0]!.message).to.deep.include({ type: 'webhook.test', data: { id: made.id } });
      expect((await webhookIn(use(), made))['failingSince']).to.equal(null);
    });

    // docs/interface.md, K28
    itOnce('are not switched off by a test message that is answered with 410', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(410).end());
      const made = await create(use(), target.url);
      await use().admin('POST', `${WEBHOOKS}/${made.id}/test`);
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'failed');
      await hearAll(use());
      expect(await webhookIn(use(), made)).to.include({ active: 1, disabledAt: null, failingSince: null });
      expect((await use().admin('GET', '/api/admin/health')).body.notices).to.not.include('WEBHOOK_OFF');
    });

    // docs/interface.md, K27
    it('are switched off while the outcome of an attempt is stored', async () => {
      const { services, database, clock } = use();
      await insertWebhook(use(), 'busy');
      const [id, deliveryId] = ['w-busy', 'wd-busy'];
      await database.kysely.updateTable('webhooks').set({ active: 1 }).where('id', '=', id).execute();
      await database.kysely.updateTable('deliveries').set({ state: 'waiting' }).where('id', '=', deliveryId).execute();
      const delivery = (await waitingDelivery(services.em.fork(), deliveryId))!;
      const job = { id: 'j-busy', fence: 1 };
      const at = new Date(clock.now()).toISOString();
      const row = {
        kind: 'webhook',
        data: '{}',
        run_at: at,
        locked_until: at,
        state: 'waiting',
        created_at: at,
      } as const;
      await database.kysely
        .insertInto('jobs')
        .values({ ...job, ...row })
        .execute();
      const outcome = { status: 500, duration: 1, answer: null, error: 'The receiver answered with 500.' };
      const changed = Promise.withResolvers<void>();
      let isSettled = false;
      const settling = changed.promise
        .then(() => settleDelivery(services.em.fork(), clock, delivery, outcome, job))
        .finally(() => (isSettled = true));
      await changeWebhooks(services.em, clock, async (tx) => {
        await kyselyOf(tx).updateTable('webhooks').set({ active: 0 }).where('id', '=', id).execute();
        changed.resolve();
        if (database.dialect === 'postgres') await somebodyWaits(database, () => isSettled);
        await cancelDeliveries(tx, id);
      });
      await settling;
      expect((await deliveriesOf(use(), { id }))[0]).to.include({ state: 'failed', attempts: 10, status: null });
      expect(await webhookIn(use(), { id })).to.include({ active: 0, failingSince: null });
    });

    // docs/interface.md, K28
    it('are not tested while they are being deleted', async () => {
      const { id } = await create(use(), 'http://127.0.0.1:9/');
      const answer = await callDuring(
        use(),
        (tx) => tx.nativeDelete(StoredWebhook, { id }),
        () => use().admin('POST', `${WEBHOOKS}/${id}/test`),
      );
      expectRefusal(answer, 404, 'NOT_FOUND');
    });

    // docs/interface.md, K29
    it('that do not respond delay no other webhook and no other job', async () => {
      const [hanging, quick] = [await receiver(), await receiver()];
      hanging.answer(() => undefined);
      await create(use(), hanging.url);
      await create(use(), quick.url);
      for (let at = 0; at < 12; at++) await write(use(), {});
      await until(() => quick.received.length === 12);
      expect(hanging.mostAtOnce()).to.equal(4);
      const id = await write(use(), { publishAt: new Date(use().clock.now() + HOUR).toISOString() });
      await pass(use(), HOUR);
      await until(() => quick.subjects().includes(`post.published ${id}`));
      expect(hanging.mostAtOnce()).to.equal(4);
    });

    // docs/interface.md, K7
    it('keep only the id of deleted posts and comments, also when it is sent later', async () => {
      const target = await receiver();
      target.answer((response, { body }) => void response.writeHead(500).end(body));
      const made = await create(use(), target.url, ['comment.created']);
      const id = await write(use(), {});
      const { comment: written } = await comment(use(), id, { content: 'Regretted words' });
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      expect(await everyRow(use())).to.include('Regretted words');
      await use().admin('DELETE', `/api/comments/${written.id}`);
      expect(await everyRow(use())).to.not.include('Regretted words');
      await pass(use(), 5 * SECOND);
      await until(() => target.received.length === 2);
      expect(target.received[1]!.message).to.deep.include({ type: 'comment.created', data: { id: written.id } });
    });

    /** Holds the answer to the next message. @returns waits for the message, and then answers with this status */
    const holdNext = (target: Receiver) => {
      const held = Promise.withResolvers<(status: number) => void>();
      target.answer((response, { body }) => {
        target.answer(ok);
        held.resolve((status) => response.writeHead(status).end(body));
      });
      return held.promise;
    };

    /** Answers, and waits until the outcome is being stored. */
    const answered = async (answer: (status: number) => void, status: number) => {
      const { statements } = use();
      statements.length = 0;
      answer(status);
      await until(() => statements.some((text) => text.startsWith('update "deliveries" set "status"')));
    };

    // docs/interface.md, K7, K28
    it('keep no answer with the text of a comment that was deleted during the attempt', async () => {
      const target = await receiver();
      const made = await create(use(), target.url, ['comment.created']);
      const id = await write(use(), {});
      const held = holdNext(target);
      const { comment: written } = await comment(use(), id, { content: 'Withdrawn words' });
      const answer = await held;
      await use().admin('DELETE', `/api/comments/${written.id}`);
      answer(500);
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      expect((await deliveriesOf(use(), made))[0]).to.include({ status: 500, answer: null });
      expect(await everyRow(use())).to.not.include('Withdrawn words');
    });

    // docs/interface.md, K27
    it('stay on when their former URL answers 410, and get the delivery at the new one', async () => {
      const [former, target] = [await receiver(), await receiver()];
      const made = await create(use(), former.url);
      const held = holdNext(former);
      await write(use(), {});
      const answer = await held;
      await use().admin('PUT', `${WEBHOOKS}/${made.id}`, { url: target.url });
      await answered(answer, 410);
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      expect((await deliveriesOf(use(), made))[0]).to.include({ state: 'waiting', status: 410 });
      expect(await webhookIn(use(), made)).to.include({ active: 1, failingSince: null });
      await pass(use(), 5 * SECOND);
      await until(() => target.received.length === 1);
      expect(await webhookIn(use(), made)).to.include({ active: 1, disabledAt: null });
    });

    // docs/interface.md, K26
    it('get a delivery again that is sent again during its last attempt', async () => {
      const target = await receiver();
      target.answer((response) => void response.writeHead(500).end());
      const made = await create(use(), target.url);
      await write(use(), {});
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      await use().database.kysely.updateTable('deliveries').set({ attempts: 9 }).execute();
      const held = holdNext(target);
      await pass(use(), 5 * SECOND);
      const answer = await held;
      target.answer((response) => void response.writeHead(503).end());
      const [{ id } = { id: '' }] = await deliveriesOf(use(), made);
      await use().admin('POST', `${WEBHOOKS}/${made.id}/deliveries/${id}/redeliver`);
      await until(async () => (await deliveriesOf(use(), made))[0]?.['attempts'] === 1);
      await answered(answer, 500);
      target.answer(ok);
      await pass(use(), 5 * SECOND);
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'delivered');
      expect((await deliveriesOf(use(), made))[0]).to.include({ attempts: 2 });
    });

    // docs/interface.md, K28
    it('keep deliveries for 30 days', async () => {
      const target = await receiver();
      const made = await create(use(), target.url);
      await write(use(), {});
      await until(async () => (await deliveriesOf(use(), made))[0]?.state === 'delivered');
      const { services, clock } = use();
      clock.advance(30 * DAY);
      await use().signIn();
      await deleteOldDeliveries(services.em.fork(), clock);
      expect(await deliveriesOf(use(), made)).to.have.length(1);
      clock.advance(1);
      await deleteOldDeliveries(services.em.fork(), clock);
      expect(await deliveriesOf(use(), made)).to.deep.equal([]);
    });

    itOnce('that do not exist are 404', async () => {
      const target = await receiver();
      const made = await create(use(), target.url);
      for (const [method, path] of [
        ['PUT', `${WEBHOOKS}/w-none`],
        ['DELETE', `${WEBHOOKS}/w-none`],
        ['POST', `${WEBHOOKS}/w-none/test`],
        ['GET', `${WEBHOOKS}/w-none/deliveries`],
        ['POST', `${WEBHOOKS}/${made.id}/deliveries/wd-none/redeliver`],
      ] as const) {
        expectRefusal(
          await use().admin(method, path, method === 'PUT' ? { active: true } : undefined),
          404,
          'NOT_FOUND',
        );
      }
    });
  },
  ALLOWED,
);

describeVisited('the relay of events', (use) => {
  // docs/interface.md, K23
  it('asks a consumer again whether it is needed if that changed while it was asked', async () => {
    const { services, changes } = use();
    const asked = Promise.withResolvers<void>();
    const first = Promise.withResolvers<boolean>();
    const subjects: unknown[] = [];
    let isFirst = true;
    const stop = startEventRelay(
      { services, changes, isListening: () => true },
      {
        name: 'webhooks',
        tag: 'needed',
        isNeeded() {
          if (!isFirst) return Promise.resolve(true);
          isFirst = false;
          asked.resolve();
          return first.promise;
        },
        async consume(_tx, _clock, events) {
          subjects.push(...events.map(({ message }) => message && 'id' in message.data && message.data.id));
        },
      },
    );
    await asked.promise;
    await changes.hear(['needed']);
    first.resolve(false);
    const id = await write(use(), {});
    await until(() => subjects.includes(id));
    await stop();
  });
});
