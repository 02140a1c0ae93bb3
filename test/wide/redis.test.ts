import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';
import { Redis } from 'ioredis';

import { databaseKinds } from '../support/databases.ts';
import { endRedis, freePort, needRedis, startRedis, NO_REDIS } from '../support/redis.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { skip } from '../support/skip.ts';
import { stopwatch } from '../support/stopwatch.ts';
import { freshAddress } from '../support/visitors.ts';

const sqlite = databaseKinds.slice(0, 1);

for (const kind of sqlite) {
  describe('limits on Redis', function () {
    let port: number;
    let redis: ChildProcess | null;
    let services: TestService[];

    before(async function () {
      ({ port, redis } = await needRedis(this));
      const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
      services = [await startTestService(kind, env), await startTestService(kind, env)];
    });
    after(async () => {
      for (const service of services ?? []) await service.close();
      await endRedis(redis);
    });

    const read = (service: TestService, address: string) =>
      service.call('GET', '/api/posts', { headers: { 'cf-connecting-ip': address } });
    const remaining = ({ headers }: Answer) => headers.get('ratelimit-remaining');
    /** Reads alternately from both, 25 at a time. */
    async function readMany(times: number, headers: Record<string, string>): Promise<Answer[]> {
      const answers: Answer[] = [];
      while (answers.length < times) {
        const ask = (_: unknown, at: number) => services[at % 2]!.call('GET', '/api/posts', { headers });
        answers.push(...(await Promise.all(Array.from({ length: 25 }, ask))));
      }
      return answers;
    }

    // docs/interface.md, L8
    it('are counted over all instances: exactly 240 pass a limit of 240', async () => {
      let answers: Answer[];
      // A Redis that responds too late on a busy machine lets requests pass uncounted: retries with another client IP.
      do answers = await readMany(250, freshAddress());
      while (answers.some((answer) => remaining(answer) === null));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(240);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('have no wait longer than the window, and end, when the clock of Redis was set back', async () => {
      const [service] = services as [TestService];
      const client = new Redis(port);
      try {
        for (let time = 0; time < 5; time++) await read(service, '192.0.2.9');
        // As far ahead as the ends of windows after the clock is set back by a day.
        for (const window of await client.keys('octavo:* 192.0.2.9')) await client.pexpire(window, 86_400_000);
        const { status, headers } = await read(service, '192.0.2.9');
        expect([status, headers.get('ratelimit-remaining')]).to.deep.equal([200, '239']);
        expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60);
      } finally {
        client.disconnect();
      }
    });

    // docs/interface.md, L7
    it('allow everything while Redis is down, and count again when it is back', async () => {
      const [service] = services as [TestService];
      await endRedis(redis);
      const elapsed = stopwatch();
      for (let time = 0; time < 20; time++) expect((await read(service, '192.0.2.2')).status).to.equal(200);
      expect(elapsed()).to.be.below(5000);

      redis = await startRedis(port);
      await lineIn(service, 'Redis is back');
      await until(async () => {
        const { headers } = await service.call('GET', '/api/posts', { headers: freshAddress() });
        return headers.get('ratelimit-remaining') === '239';
      });
    });

    it('log one line when Redis fails and one when it is back, also without reads, each time', async () => {
      const [service] = services as [TestService];
      const outages: [go: () => unknown, comeBack: () => unknown][] = [
        [() => redis?.kill('SIGSTOP'), () => redis?.kill('SIGCONT')],
        [() => endRedis(redis), async () => (redis = await startRedis(port))],
        [() => command('config', 'set', 'maxmemory', '1'), () => command('config', 'set', 'maxmemory', '0')],
      ];
      for (const [go, comeBack] of outages) {
        service.logged.length = 0;
        await go();
        await lineIn(service, 'Redis is away: ');
        await comeBack();
        await lineIn(service, 'Redis is back');
        const lines = service.logged.map(({ msg }) => /^Redis is (away|back)/.exec(String(msg))?.[1]).filter(Boolean);
        // On a busy machine Redis may respond late again, which is another outage.
        expect(lines).to.deep.equal(lines.map((_, at) => (at % 2 === 0 ? 'away' : 'back')));
      }
    });

    /** Sends a command to Redis. */
    async function command(...words: [string, ...string[]]): Promise<void> {
      const client = new Redis({ port });
      await client.call(...words);
      client.disconnect();
    }
  });

  describe('a Redis with a password', function () {
    let redis: ChildProcess | null = null;

    afterEach(() => endRedis(redis));

    for (const [given, credentials] of [
      ['a wrong one', ':hunter2@'],
      ['none', ''],
    ]) {
      it(`and ${given} in REDIS_URL: the log reports it, and it counts once the password is right`, async function () {
        const port = await freePort();
        redis = await startRedis(port, '--requirepass', 'right');
        if (!redis) skip(this, NO_REDIS);
        const service = await startTestService(kind, { REDIS_URL: `redis://${credentials}127.0.0.1:${port}` });
        try {
          expect((await service.call('GET', '/api/posts')).status).to.equal(200);
          const lines = service.logged.filter(({ msg }) => String(msg).includes('Redis'));
          expect(lines.map(({ msg }) => msg)).to.deep.equal([
            'Redis is away: it refuses the password; correct the one in REDIS_URL (redis://:password@host:port); until then no limit refuses anybody',
          ]);
          expect(JSON.stringify(lines)).to.not.include('hunter2');
          const operator = new Redis({ port, password: 'right' });
          await operator.config('SET', 'requirepass', credentials === '' ? '' : 'hunter2');
          operator.disconnect();
          await lineIn(service, 'Redis is back');
        } finally {
          await service.close();
        }
      });
    }
  });
}

/** Resolves when the log has a line with this prefix. */
async function lineIn({ logged }: TestService, begin: string): Promise<void> {
  await until(() => logged.some(({ msg }) => String(msg).startsWith(begin)));
}
