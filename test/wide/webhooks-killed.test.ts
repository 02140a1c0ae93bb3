import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';

import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { databaseKinds } from '../support/databases.ts';
import { examplesIn } from '../support/examples.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, ready, start } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';

/** Requests of the administrator to a service at a URL. */
function clientOf(token: string) {
  return async (url: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
    expect(answer.status, url).to.be.within(200, 201);
    return (await answer.json()) as Record<string, unknown>;
  };
}

function sessionIn(url: string): Promise<string> {
  return withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
}

for (const kind of databaseKinds) {
  describe(`killed processes with webhooks (${kind.name})`, () => {
    let receiver: Receiver;

    before(async () => {
      receiver = await startReceiver();
      receiver.answer((response) => void setTimeout(() => response.writeHead(204).end(), 20));
    });
    after(() => Promise.all([receiver.close(), cleanUp()]));

    // docs/interface.md, K23, K24
    it('lose no event, and repeat one with the same id only', async () => {
      const url = await kind.freshUrl('administrator');
      const folder = await newFolder();
      const post = clientOf(await sessionIn(url));
      const env = { DATABASE_URL: url, WEBHOOK_PRIVATE: 'allow' };
      let secret = '';
      for (let round = 0; round < 3; round++) {
        const instance = start(folder, env);
        const address = await ready(instance);
        if (round === 0) {
          const webhook = { url: receiver.url, events: ['post.published'] };
          ({ secret } = (await post(`${address}/api/admin/webhooks`, webhook)) as { secret: string });
        }
        for (let at = 0; at < 4; at++) await post(`${address}/api/posts`, { id: `r${round}-${at}`, title: 'A post' });
        await sleep(round * 25);
        instance.process.kill('SIGKILL');
        await instance.ended;
      }
      const last = start(folder, env);
      await last.url;
      await withDatabase(url, async ({ kysely }) => {
        const left = () => kysely.selectFrom('deliveries').select('id').where('state', '=', 'waiting').execute();
        const events = await kysely.selectFrom('events').select(['id', 'subject']).execute();
        expect(events).to.have.length(12);
        const isHeard = (id: number) => receiver.received.some(({ headers }) => headers['webhook-id'] === `0-${id}`);
        // The lease of a killed instance expires after 10 s.
        for (let waited = 0; waited < 300; waited++) {
          if (events.every(({ id }) => isHeard(id)) && (await left()).length === 0) break;
          await sleep(100);
        }
        for (const { id, subject } of events) {
          const ids = receiver.received.filter(({ message }) => message.data.id === subject);
          expect(new Set(ids.map(({ headers }) => headers['webhook-id']))).to.deep.equal(new Set([`0-${id}`]));
        }
        expect(await left()).to.deep.equal([]);
      });
      for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
    });
  });
}

describe('docs/webhooks.md', () => {
  const children: ChildProcess[] = [];

  after(async () => {
    for (const child of children) child.kill();
    await cleanUp();
  });

  it('has a receiver that works, and rejects what is not signed', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'receiver.mjs'), (await examplesIn('docs/webhooks.md')).get('receiver')!);
    const free = await startReceiver();
    await free.close();
    const { port } = new URL(free.url);
    const url = await databaseKinds[0]!.freshUrl('administrator');
    const service = await start(folder, { DATABASE_URL: url, WEBHOOK_PRIVATE: 'allow' }).url;
    const post = clientOf(await sessionIn(url));
    const webhook = { url: `http://127.0.0.1:${port}/`, events: ['post.published'] };
    const { secret } = (await post(`${service}/api/admin/webhooks`, webhook)) as { secret: string };
    const child = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder,
      env: { PORT: port, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await until(() => fetch(webhook.url).then(Boolean, () => false));
    const forged = { 'webhook-id': '0-1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
    const headers = { ...forged, 'webhook-signature': 'v1,bm90aGluZw==' };
    expect((await fetch(webhook.url, { method: 'POST', headers, body: '{}' })).status).to.equal(400);
    await post(`${service}/api/posts`, { id: 'heard', title: 'Heard' });
    await until(() => output === 'post.published heard\n');
    child.kill();
    await once(child, 'exit');
  });
});
