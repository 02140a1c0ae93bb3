import { expect } from 'chai';

import { databaseKinds } from './support/databases.ts';
import { PASSWORD, startTestService, type Answer, type TestService } from './support/service.ts';
import { newFolder } from './support/run.ts';
import { until } from './support/until.ts';
import { cleanUp, start, type Started } from './support/started.ts';

const MINUTE = 60_000;

for (const kind of databaseKinds) {
  // docs/interface.md, A17
  describe(`login limiter over processes (${kind.name})`, () => {
    let processes: Started[];

    before(async () => {
      const env = { DATABASE_URL: await kind.freshUrl('administrator') };
      const folder = await newFolder();
      processes = [start(folder, env), start(folder, env)];
    });

    after(cleanUp);

    it('of 40 attempts at once over two processes exactly 5 are checked', async () => {
      const urls = await Promise.all(processes.map(({ url }) => url));
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, number) => wrongLogin(urls[number % 2]!, '192.0.2.1')),
      );
      expect(statuses.filter((status) => status === 401)).to.have.length(5);
      expect(statuses.filter((status) => status === 429)).to.have.length(35);
    });

    it('of 200 attempts at once from many addresses no more than 30 are checked', async () => {
      const urls = await Promise.all(processes.map(({ url }) => url));
      const statuses = await Promise.all(
        Array.from({ length: 200 }, (_, number) => wrongLogin(urls[number % 2]!, `198.51.${number}.1`)),
      );
      // Five failed before, from one address; whoever finds the line of the hashes full is told 503.
      expect(statuses.filter((status) => status === 401).length).to.be.within(1, 25);
      expect(statuses.filter((status) => ![401, 429, 503].includes(status))).to.deep.equal([]);
    });
  });

  describe(`login limiter of two services on one database (${kind.name})`, () => {
    let first: TestService;
    let second: TestService;

    // One after the other: on SQLite two transactions at once, in one process, wait for each other.
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

    // Each test begins with all failures forgotten.
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

    it('failures through one count for the other', async () => {
      expect(await fail(first, '192.0.2.1', 3)).to.deep.equal([401, 401, 401]);
      expect(await fail(second, '192.0.2.1', 3)).to.deep.equal([401, 401, 429]);
      expect(await fail(first, '192.0.2.1', 1)).to.deep.equal([429]);
    });

    it('a cooldown that failures through one brought is answered by the other without the database', async () => {
      await fail(first, '192.0.2.1', 5);
      await second.services.loginLimiter.refresh();
      // On PostgreSQL it hears of those commits as well, and then reads the failures again.
      await until(async () => {
        second.statements.length = 0;
        const refused = await login(second, '192.0.2.1', PASSWORD);
        expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '900']);
        return second.statements.length === 0;
      });
    });

    it('the other refuses as well when it did not hear of the failures', async () => {
      await fail(first, '192.0.2.1', 5);
      const refused = await login(second, '192.0.2.1', PASSWORD);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '900']);
    });

    it('a success through one clears the counter of its address for the other', async () => {
      await fail(first, '192.0.2.1', 4);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(200);
      await first.services.loginLimiter.refresh();
      expect(await fail(first, '192.0.2.1', 6)).to.deep.equal([401, 401, 401, 401, 401, 429]);
    });

    it('the 30th failure alerts in the log of the process that saw it, whoever saw the others', async () => {
      first.logged.length = second.logged.length = 0;
      for (let net = 0; net < 10; net++) await fail(net % 2 ? second : first, `198.51.${net}.1`, 3);
      const alerts = [first, second].map(({ logged }) => logged.filter((line) => line['alert'] === 'login').length);
      expect(alerts).to.deep.equal([0, 1]);
    });

    it('an attempt that another process is checking keeps its place', async () => {
      await fail(first, '192.0.2.1', 4);
      await leaveBehind('192.0.2.1', first.clock.now());
      const refused = await login(second, '192.0.2.1', PASSWORD);
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1']);
    });

    it('what a process that died was checking holds nobody back after a minute', async () => {
      for (let place = 0; place < 5; place++) await leaveBehind('192.0.2.1', first.clock.now());
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(429);
      advance(MINUTE - 1);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(429);
      advance(1);
      expect((await login(second, '192.0.2.1', PASSWORD)).status).to.equal(200);
    });

    it('keeps no place, whatever became of the attempt', async () => {
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
