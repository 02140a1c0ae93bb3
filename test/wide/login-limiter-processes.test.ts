import { expect } from 'chai';

import { databaseKinds } from '../support/databases.ts';
import { PASSWORD, startTestService, type Answer, type TestService } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { cleanUp, start, type Started } from '../support/started.ts';

const MINUTE = 60_000;

// On SQLite, one service uses the file.
for (const kind of databaseKinds.slice(1)) {
  // docs/interface.md, A17
  describe(`login limiter across processes (${kind.name})`, () => {
    let processes: Started[];

    before(async () => {
      const env = { DATABASE_URL: await kind.freshUrl('administrator') };
      const folder = await newFolder();
      processes = [start(folder, env), start(folder, env)];
    });

    after(cleanUp);

    it('checks exactly 5 of 40 concurrent attempts over two processes', async () => {
      const urls = await Promise.all(processes.map(({ url }) => url));
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, number) => wrongLogin(urls[number % 2]!, '192.0.2.1')),
      );
      expect(statuses.filter((status) => status === 401)).to.have.length(5);
      expect(statuses.filter((status) => status === 429)).to.have.length(35);
    });

    it('checks at most 30 of 200 concurrent attempts from many client IPs', async () => {
      const urls = await Promise.all(processes.map(({ url }) => url));
      const statuses = await Promise.all(
        Array.from({ length: 200 }, (_, number) => wrongLogin(urls[number % 2]!, `198.51.${number}.1`)),
      );
      // Five have failed from one client IP; others get 503 when the queue of hashes is full.
      expect(statuses.filter((status) => status === 401).length).to.be.within(1, 25);
      expect(statuses.filter((status) => ![401, 429, 503].includes(status))).to.deep.equal([]);
    });
  });

  describe(`login limiter of two services on one database (${kind.name})`, () => {
    let first: TestService;
    let second: TestService;

    before(async () => {
      const url = await kind.freshUrl();
      const same = { ...kind, freshUrl: async () => url };
      first = await startTestService(same);
      second = await startTestService(same, {}, { administrator: false });
    });

    after(async () => {
      await first?.close();
      await second?.close();
    });

    // Deletes the failures before each test.
    beforeEach(() => advance(80 * MINUTE));

    function advance(milliseconds: number): void {
      for (const { clock } of [first, second]) clock.advance(milliseconds);
    }

    async function fail(service: TestService, address: string, times: number): Promise<number[]> {
      const answers: Answer[] = [];
      for (let time = 0; time < times; time++) answers.push(await login(service, address, 'wrong password'));
      return answers.map(({ status }) => status);
    }

    function leaveBehind(address: string, at: number): Promise<unknown> {
      const row = { address, subnet: '192.0.2', at: new Date(at).toISOString() };
      return first.database.kysely.insertInto('login_attempts').values(row).execute();
    }

    it('counts failures of either for both', async () => {
      expect(await fail(first, '192.0.2.1', 3)).to.deep.equal([401, 401, 401]);
      expect(await fail(second, '192.0.2.1', 3)).to.deep.equal([401, 401, 429]);
      expect(await fail(first, '192.0.2.1', 1)).to.deep.equal([429]);
    });

    it('enforces a cooldown from the other without the database', async () => {
      await fail(first, '192.0.2.1', 5);
      await second.services.loginLimiter.refresh();
      // PostgreSQL notifies of those commits too, after which the failures are read again.
      await until(async () => {
        second.statements.length = 0;
        const refused = await login(second, '192.0.2.1', PASSWORD);
        expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '900']);
        return second.statements.length === 0;
      });
    });

    it("rejects also when the other's failures were not announced", async () => {
      await fail(first, '192.0.2.1', 5);
      const refused = await login(second, '192.0.2.1', PASSWORD);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '900']);
    });

    it('clears the counter of a client IP after a success through the other', async () => {
      await fail(first, '192.0.2.1', 4);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(200);
      await first.services.loginLimiter.refresh();
      expect(await fail(first, '192.0.2.1', 6)).to.deep.equal([401, 401, 401, 401, 401, 429]);
    });

    it('logs the alert in the process of the 30th failure, regardless of the others', async () => {
      first.logged.length = second.logged.length = 0;
      for (let net = 0; net < 10; net++) await fail(net % 2 ? second : first, `198.51.${net}.1`, 3);
      const alerts = [first, second].map(({ logged }) => logged.filter((line) => line['alert'] === 'login').length);
      expect(alerts).to.deep.equal([0, 1]);
    });

    it('reserves an attempt that another process is checking', async () => {
      await fail(first, '192.0.2.1', 4);
      await leaveBehind('192.0.2.1', first.clock.now());
      const refused = await login(second, '192.0.2.1', PASSWORD);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1']);
    });

    it('releases the attempts of a dead process after a minute', async () => {
      for (let place = 0; place < 5; place++) await leaveBehind('192.0.2.1', first.clock.now());
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(429);
      advance(MINUTE - 1);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(429);
      advance(1);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(200);
    });

    it('leaves no reservation, whatever the outcome', async () => {
      await fail(first, '192.0.2.1', 1);
      await login(first, '192.0.2.1', PASSWORD);
      await first.call('POST', '/api/admin/login', { body: { password: 1 } });
      expect(await first.database.kysely.selectFrom('login_attempts').selectAll().execute()).to.deep.equal([]);
    });
  });
}

function login(service: TestService, address: string, password: string): Promise<Answer> {
  return service.call('POST', '/api/admin/login', { headers: { 'cf-connecting-ip': address }, body: { password } });
}

async function wrongLogin(url: string, address: string): Promise<number> {
  const { status } = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': address },
    body: JSON.stringify({ password: 'wrong password' }),
  });
  return status;
}
