import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { shiftedClock } from '../support/faketime.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startSeveral, type Instance } from '../support/several.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';
import { cleanUp } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';

const SUBSCRIBERS = 60;
const SCHEDULED = 12;
const DELIVERIES = 31;
/** By how much an instance may be wrong about the database's time, in milliseconds. */
const TOLERANCE = 20;
/** Mails a minute. */
const RATE = 1200;

const cases = [
  { shift: '+15s', killed: null },
  { shift: '-25s', killed: null },
  { shift: '+60s', killed: null },
  { shift: '-25s', killed: 0 },
  { shift: '+60s', killed: 1 },
] as const;

for (const kind of databaseKinds.slice(1)) {
  // docs/scaling.md, One clock
  describe(`two instances on ${kind.name}, one of which has another time`, function () {
    let smtp: Smtp;
    let receiver: Receiver;

    beforeEach(async () => {
      smtp = await startSmtp();
      receiver = await startReceiver();
    });
    afterEach(async () => {
      await cleanUp();
      await Promise.all([smtp.stop(), receiver.close()]);
    });

    for (const { shift, killed } of cases) {
      const ending = killed === null ? '' : `, when ${killed === 0 ? 'the other' : 'that'} one is killed`;
      it(`(${shift}) mail, deliver and publish everything once, at the time of the database${ending}`, async function () {
        this.timeout(120_000);
        const env = {
          ...smtp.env,
          SITE_URL: 'https://blog.example',
          MAIL_RATE: String(RATE),
          WEBHOOK_PRIVATE: 'allow',
        };
        const url = await kind.freshUrl('administrator');
        const instances = await startSeveral(url, [env, { ...env, ...shiftedClock(this, shift) }]);
        const alive = instances.filter((_, at) => at !== killed);
        await prepare(instances, receiver.url);
        const begun = performance.now();
        await instances[1]!.call('POST', '/api/posts', {
          body: { id: 'news', title: 'News', notifySubscribers: true },
        });
        const times = scheduleFrom(Date.now() + 4000);
        await Promise.all(
          [...times].map(([id, at], number) =>
            instances[number % 2]!.call('POST', '/api/posts', {
              body: { id, title: id, publishAt: new Date(at).toISOString() },
            }),
          ),
        );
        const watching = Promise.all(alive.map((one) => watch(one, times)));
        for (let number = SCHEDULED + 1; number < DELIVERIES; number++)
          await alive[0]!.call('POST', '/api/posts', { body: { id: `direct-${number}`, title: 'Direct' } });
        if (killed !== null) {
          await until(() => smtp.mails.length >= SUBSCRIBERS / 3);
          instances[killed]!.process.kill('SIGKILL');
        }

        expect((await watching).flat()).to.deep.equal([]);
        await withDatabase(url, async ({ kysely }) => {
          const mailings = () => kysely.selectFrom('mailings').select(['state', 'sent']).execute();
          await until(async () => (await mailings())[0]?.state === 'sent');
          expect(await mailings()).to.deep.equal([{ state: 'sent', sent: SUBSCRIBERS }]);
          const deliveries = kysely.selectFrom('deliveries').select('id').where('state', '=', 'delivered');
          await until(async () => (await deliveries.execute()).length === DELIVERIES);
          const published = await kysely
            .selectFrom('events')
            .select('subject')
            .where('type', '=', 'post.published')
            .execute();
          expect(published).to.have.length(DELIVERIES);
          expect(new Set(published.map(({ subject }) => subject)).size).to.equal(DELIVERIES);
        });
        // The rate is one of the site.
        expect(performance.now() - begun).to.be.above(((SUBSCRIBERS - 1) * 60_000) / RATE);
        const mails = repeated(smtp.mails, ({ recipients }) => recipients[0]!);
        expect(mails.groups).to.equal(SUBSCRIBERS);
        expect(mails.repeated.length).to.be.at.most(killed === null ? 0 : 1);
        for (const [first, second] of mails.repeated) expect(first!.messageId).to.equal(second!.messageId);
        const deliveries = repeated(receiver.received, ({ headers }) => headers['webhook-id']!);
        expect(deliveries.groups).to.equal(DELIVERIES);
        if (killed === null) expect(deliveries.repeated).to.deep.equal([]);
      });
    }
  });
}

async function prepare([first, second]: Instance[], hook: string): Promise<void> {
  const csv = Array.from({ length: SUBSCRIBERS }, (_, at) => `p${at}@reader.example\n`).join('');
  await first!.call('POST', '/api/admin/subscribers/import', { body: { csv } });
  await second!.call('POST', '/api/admin/webhooks', { body: { url: hook, events: ['post.published'] } });
}

/** When each post is to appear, by its id. */
function scheduleFrom(begin: number): Map<string, number> {
  return new Map(Array.from({ length: SCHEDULED }, (_, at) => [`scheduled-${at}`, begin + 300 * at]));
}

/**
 * Reads posts around the time at which they appear.
 *
 * @returns the reads that showed a post too early or too late, by the clock of this machine, which the database has too
 */
async function watch(instance: Instance, times: ReadonlyMap<string, number>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, at] of times) {
    await sleep(Math.max(0, at - 50 - Date.now()));
    for (let isShown = false; !isShown;) {
      const asked = Date.now();
      isShown = (await instance.call('GET', `/api/posts/${id}`, { token: null })).status === 200;
      if (isShown && Date.now() < at - TOLERANCE) wrong.push(`${id} is there ${at - Date.now()} ms too early`);
      if (!isShown && asked > at + TOLERANCE) wrong.push(`${id} is not there after ${asked - at} ms`);
    }
  }
  return wrong;
}

/** Groups what arrived, and finds the groups with more than one. */
function repeated<T>(arrived: readonly T[], by: (one: T) => string): { groups: number; repeated: T[][] } {
  const groups = [...Map.groupBy(arrived, by).values()];
  return { groups: groups.length, repeated: groups.filter(({ length }) => length > 1) };
}
