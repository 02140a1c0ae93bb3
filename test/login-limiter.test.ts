import { expect } from 'chai';

import { describeService, itOnSqlite, PASSWORD, startTestService } from './support/service.ts';
import { databaseKinds } from './support/databases.ts';
import { until } from './support/until.ts';

const MINUTE = 60_000;
const SETUP_KEY = 'the-setup-key';

describeService.onBothEngines(
  'login limiter',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const login = (address: string, password: string, headers: Record<string, string> = {}) =>
      use().call('POST', '/api/admin/login', {
        headers: { 'cf-connecting-ip': address, ...headers },
        body: { password },
      });
    const fail = async (address: string, times: number) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) statuses.push((await login(address, 'wrong password')).status);
      return statuses;
    };

    // Deletes the failures before each test.
    beforeEach(() => use().clock.advance(80 * MINUTE));

    // docs/interface.md, A14, A15
    it('the 5th failure of a client IP still answers 401, the next attempt 429 for 15 minutes', async () => {
      expect(await fail('192.0.2.1', 5)).to.deep.equal([401, 401, 401, 401, 401]);
      const refused = await login('192.0.2.1', PASSWORD);
      expect(refused.status).to.equal(429);
      expect(refused.body.code).to.equal('RATE_LIMITED');
      expect(refused.headers.get('retry-after')).to.equal('900');
      expect((await login('198.51.100.1', PASSWORD)).status).to.equal(200);
      use().clock.advance(15 * MINUTE - 1);
      expect((await login('192.0.2.1', PASSWORD)).status).to.equal(429);
      use().clock.advance(1);
      expect((await login('192.0.2.1', PASSWORD)).status).to.equal(200);
    });

    itOnce('after a cooldown one more failure starts it again', async () => {
      await fail('192.0.2.1', 5);
      use().clock.advance(15 * MINUTE);
      expect(await fail('192.0.2.1', 2)).to.deep.equal([401, 429]);
    });

    // docs/interface.md, A15
    it('a failure expires after one hour', async () => {
      await fail('192.0.2.1', 4);
      use().clock.advance(60 * MINUTE);
      expect(await fail('192.0.2.1', 5)).to.deep.equal([401, 401, 401, 401, 401]);
    });

    // docs/interface.md, A16
    it('a success clears the counter of its own client IP only', async () => {
      await fail('192.0.2.1', 4);
      await fail('192.0.2.2', 4);
      expect((await login('192.0.2.1', PASSWORD)).status).to.equal(200);
      expect(await fail('192.0.2.1', 4)).to.deep.equal([401, 401, 401, 401]);
      expect(await fail('192.0.2.2', 2)).to.deep.equal([401, 429]);
    });

    it('15 failures of a subnet cause a cooldown of 60 seconds (IPv4 /24)', async () => {
      for (const host of [1, 2, 3]) await fail(`203.0.113.${host}`, 4);
      await fail('203.0.113.9', 3);
      const refused = await login('203.0.113.77', PASSWORD);
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('retry-after')).to.equal('60');
      expect((await login('203.0.114.1', PASSWORD)).status).to.equal(200);
      use().clock.advance(MINUTE);
      expect((await login('203.0.113.77', PASSWORD)).status).to.equal(200);
    });

    it('15 failures of a subnet cause a cooldown of 60 seconds (IPv6, the first four groups)', async () => {
      for (const host of [1, 2, 3]) await fail(`2001:db8:1:2::${host}`, 4);
      await fail('2001:db8:1:2:ffff::1', 3);
      expect((await login('2001:db8:1:2:3::3', PASSWORD)).status).to.equal(429);
      expect((await login('2001:db8:1:3::3', PASSWORD)).status).to.equal(200);
    });

    it('30 failures anywhere cause a cooldown of 10 seconds for the whole site, and an alert in the log', async () => {
      use().logged.length = 0;
      for (let net = 0; net < 10; net++) await fail(`198.51.${net}.1`, 3);
      const refused = await login('192.0.2.200', PASSWORD);
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('retry-after')).to.equal('10');
      expect(use().logged.filter((line) => line['alert'] === 'login')).to.have.length(1);
      use().clock.advance(10_000);
      expect((await login('192.0.2.200', PASSWORD)).status).to.equal(200);
    });

    // docs/interface.md, A13
    itOnce('an empty password is no attempt', async () => {
      for (let time = 0; time < 6; time++) expect((await login('192.0.2.60', '')).status).to.equal(400);
      expect((await login('192.0.2.60', PASSWORD)).status).to.equal(200);
    });

    it('only a password that is looked up is an attempt that the database counts', async () => {
      const headers = { 'cf-connecting-ip': '192.0.2.62' };
      use().statements.length = 0;
      expect((await login('192.0.2.62', '')).status).to.equal(400);
      const setUp = () => use().call('POST', '/api/admin/setup', { headers, body: { password: 'a new password' } });
      expect((await setUp()).status).to.equal(403);
      expect(use().statements.filter((sql) => sql.includes('login_attempts'))).to.deep.equal([]);
      await login('192.0.2.62', 'wrong password');
      expect(use().statements.filter((sql) => sql.includes('login_attempts'))).to.not.deep.equal([]);
    });

    it('a cooldown precedes all reads and writes of the database', async () => {
      await fail('192.0.2.1', 5);
      // PostgreSQL notifies the service of its own commits too, after which the failures are read again.
      await until(async () => {
        use().statements.length = 0;
        const refused = await login('192.0.2.1', PASSWORD, { origin: 'https://elsewhere.example' });
        expect(refused.status).to.equal(429);
        return use().statements.length === 0;
      });
    });

    it('at most 5 of 100 concurrent wrong attempts are hashed', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => login('192.0.2.50', 'wrong password')));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).to.have.length(5);
      expect(statuses.filter((status) => status === 429)).to.have.length(95);
    });

    itOnce('the same applies to ten tRPC batches of ten', async () => {
      const trpc = use().trpc(null, { 'cf-connecting-ip': '192.0.2.51' });
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () =>
          trpc.admin.login
            .mutate({ password: 'wrong password' })
            .then(() => 200)
            .catch((error: { data: { httpStatus: number } }) => error.data.httpStatus),
        ),
      );
      expect(outcomes.filter((status) => status === 401)).to.have.length(5);
      expect(outcomes.filter((status) => status === 429)).to.have.length(95);
    });

    // docs/interface.md, A18
    itOnce('the right setup key bypasses the tiers and is not counted, but the password is still checked', async () => {
      await fail('192.0.2.1', 5);
      expect((await login('192.0.2.1', PASSWORD)).body.error).to.equal(
        'Too many failed sign-ins; try again in 900 seconds, or send the setup key in the header X-Setup-Key.',
      );
      expect((await login('192.0.2.1', 'wrong password', { 'x-setup-key': SETUP_KEY })).status).to.equal(401);
      expect((await login('192.0.2.1', PASSWORD, { 'x-setup-key': SETUP_KEY })).status).to.equal(200);
      expect((await login('192.0.2.1', PASSWORD)).status).to.equal(429);
    });

    // docs/interface.md, A13
    itOnce('a wrong setup key is rejected and counts as a failure', async () => {
      const wrong = () => login('192.0.2.1', PASSWORD, { 'x-setup-key': 'not-the-key' });
      for (let time = 0; time < 5; time++) {
        const { status, body } = await wrong();
        expect([status, body.code]).to.deep.equal([403, 'SETUP_KEY_INVALID']);
      }
      expect((await wrong()).status).to.equal(429);
    });

    itOnce('a wrong setup key at set-up counts too', async () => {
      for (let time = 0; time < 5; time++) {
        const { status } = await use().call('POST', '/api/admin/setup', {
          headers: { 'cf-connecting-ip': '192.0.2.60', 'x-setup-key': 'not-the-key' },
          body: { password: 'a new password' },
        });
        expect(status).to.equal(403);
      }
      expect((await login('192.0.2.60', PASSWORD)).status).to.equal(429);
    });

    itOnce('a wrong current password in change-password counts too', async () => {
      const { body } = await login('192.0.2.61', PASSWORD);
      for (let time = 0; time < 5; time++) {
        const { status } = await use().call('POST', '/api/admin/change-password', {
          headers: { 'cf-connecting-ip': '192.0.2.61' },
          token: body.token as string,
          body: { current: 'not the password', password: 'a new password' },
        });
        expect(status).to.equal(403);
      }
      expect((await login('192.0.2.61', PASSWORD)).status).to.equal(429);
    });
  },
  { SETUP_KEY },
);

describeService(
  'login limiter in edge mode',
  (use) => {
    // docs/interface.md, A20
    it('allows 10 sign-ins a minute, whatever their outcome', async () => {
      use().clock.advance(MINUTE);
      const statuses: number[] = [];
      for (let time = 0; time < 11; time++) {
        const { status } = await use().call('POST', '/api/admin/login', {
          headers: { 'cf-connecting-ip': `192.0.2.${time}` },
          body: { password: time === 9 ? PASSWORD : 'wrong password' },
        });
        statuses.push(status);
      }
      expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 401, 401, 401, 401, 200, 429]);
    });
  },
  { LOGIN_LIMITER: 'edge' },
);

for (const kind of databaseKinds) {
  // docs/interface.md, A19
  describe(`login limiter over a restart (${kind.name})`, () => {
    it('keeps failures and cooldowns', async () => {
      const url = await kind.freshUrl();
      const again = { ...kind, freshUrl: async () => url };
      const headers = { 'cf-connecting-ip': '192.0.2.1' };
      const first = await startTestService(again);
      for (let time = 0; time < 5; time++) {
        await first.call('POST', '/api/admin/login', { headers, body: { password: 'wrong password' } });
      }
      await first.close();
      const second = await startTestService(again);
      const { status } = await second.call('POST', '/api/admin/login', { headers, body: { password: PASSWORD } });
      await second.close();
      expect(status).to.equal(429);
    });
  });
}
