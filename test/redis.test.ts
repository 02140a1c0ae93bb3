import type { ChildProcess } from 'node:child_process';
import { expect } from 'chai';
import { Redis } from 'ioredis';

import { databaseKinds } from './support/databases.ts';
import { endRedis, needRedis, startRedis } from './support/redis.ts';
import { startTestService, type TestService } from './support/service.ts';

const sqlite = databaseKinds.slice(0, 1);

for (const kind of sqlite) {
  describe('limits on Redis', () => {
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

    it('are counted over all instances: of a limit of 240 exactly 240 pass', async () => {
      const answers = await Promise.all(
        Array.from({ length: 250 }, (_, number) => read(services[number % 2] as TestService, '192.0.2.1')),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).to.have.length(240);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('are told no wait that is longer than the window, and end, when the clock of Redis was set back', async () => {
      const [service] = services as [TestService];
      const client = new Redis(port);
      try {
        for (let time = 0; time < 5; time++) await read(service, '192.0.2.9');
        // As far ahead as the ends of windows are once the clock is set back by a day.
        for (const window of await client.keys('octavo:* 192.0.2.9')) await client.pexpire(window, 86_400_000);
        const { status, headers } = await read(service, '192.0.2.9');
        expect([status, headers.get('ratelimit-remaining')]).to.deep.equal([200, '239']);
        expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60);
      } finally {
        client.disconnect();
      }
    });

    it('let everybody pass while Redis is away, with one warning, and count again when it is back', async () => {
      const [service] = services as [TestService];
      await endRedis(redis);
      service.logged.length = 0;
      const start = performance.now();
      for (let time = 0; time < 20; time++) expect((await read(service, '192.0.2.2')).status).to.equal(200);
      expect(performance.now() - start).to.be.below(5000);
      const warnings = service.logged.filter(({ msg }) => String(msg).includes('counter store'));
      expect(warnings).to.have.length(1);

      redis = await startRedis(port);
      let told: string | null = null;
      for (let time = 0; told === null && time < 200; time++) {
        service.clock.advance(2000);
        told = (await read(service, '192.0.2.3')).headers.get('ratelimit-remaining');
        if (told === null) await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(told).to.equal('239');
    });
  });
}
