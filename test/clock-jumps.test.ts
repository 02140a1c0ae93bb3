import { expect } from 'chai';

import { databaseKinds } from './support/databases.ts';
import { describeService, PASSWORD, startTestService, type TestService } from './support/service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const login = ({ call }: TestService, address: string, password: string) =>
  call('POST', '/api/admin/login', { headers: { 'cf-connecting-ip': address }, body: { password } });

async function fail(service: TestService, address: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await login(service, address, 'wrong password')).status);
  return statuses;
}

const secondsToWait = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));

describeService.onBothEngines('jumps of the wall clock', (use) => {
  const read = (address: string) => use().call('GET', '/api/posts', { headers: { 'cf-connecting-ip': address } });
  const useUp = async (address: string) => {
    for (let time = 0; time < 240; time++) expect((await read(address)).status).to.equal(200);
  };

  // Resets the failures and the clock before each test.
  const begun = { wall: 0, monotonic: 0 };
  beforeEach(() => {
    const { clock } = use();
    clock.advance(80 * MINUTE);
    Object.assign(begun, { wall: clock.now(), monotonic: clock.monotonic() });
  });
  afterEach(() => {
    const { clock } = use();
    clock.jump(begun.wall + (clock.monotonic() - begun.monotonic) - clock.now());
  });

  for (const [direction, jump] of [
    ['back', -DAY],
    ['forward', DAY],
  ] as const) {
    it(`change no window of the read limits when it is set ${direction} by a day`, async () => {
      const address = `192.0.2.${direction.length}`;
      await useUp(address);
      use().clock.advance(20_000);
      use().clock.jump(jump);
      const refused = await read(address);
      expect([refused.status, secondsToWait(refused)]).to.deep.equal([429, 40]);
      expect(refused.headers.get('ratelimit-reset')).to.equal('40');
      use().clock.advance(40_000);
      expect((await read(address)).status).to.equal(200);
    });

    it(`change no cooldown of sign-in when it is set ${direction} by a day`, async () => {
      expect(await fail(use(), '192.0.2.1', 5)).to.deep.equal([401, 401, 401, 401, 401]);
      use().clock.advance(MINUTE);
      use().clock.jump(jump);
      // Another failure, so that database and memory are updated after the jump.
      expect(await fail(use(), '198.51.100.1', 1)).to.deep.equal([401]);
      const refused = await login(use(), '192.0.2.1', PASSWORD);
      expect([refused.status, secondsToWait(refused)]).to.deep.equal([429, 14 * 60]);
      use().clock.advance(14 * MINUTE - 1);
      expect((await login(use(), '192.0.2.1', PASSWORD)).status).to.equal(429);
      use().clock.advance(1);
      expect((await login(use(), '192.0.2.1', PASSWORD)).status).to.equal(200);
    });

    it(`do not delay the expiry of failures after an hour when it is set ${direction} by a day`, async () => {
      expect(await fail(use(), '192.0.2.1', 4)).to.deep.equal([401, 401, 401, 401]);
      use().clock.jump(jump);
      use().clock.advance(60 * MINUTE);
      expect(await fail(use(), '192.0.2.1', 6)).to.deep.equal([401, 401, 401, 401, 401, 429]);
      use().clock.advance(80 * MINUTE);
      await fail(use(), '198.51.100.1', 1);
      const { kysely } = use().database;
      expect(await kysely.selectFrom('login_failures').select('address').execute()).to.have.length(1);
    });
  }
});

for (const kind of databaseKinds) {
  describe(`failed sign-ins with a time in the future (${kind.name})`, () => {
    let service: TestService;

    // The failures are stored while the clock is a day ahead; then the service starts again with a correct clock.
    before(async () => {
      const DATABASE_URL = await kind.freshUrl();
      const ahead = await startTestService(kind, { DATABASE_URL });
      ahead.clock.jump(DAY);
      expect(await fail(ahead, '192.0.2.1', 5)).to.deep.equal([401, 401, 401, 401, 401]);
      const row = { address: '192.0.2.2', subnet: '192.0.2', at: new Date(ahead.clock.now()).toISOString() };
      await ahead.database.kysely
        .insertInto('login_attempts')
        .values(Array.from({ length: 5 }, () => row))
        .execute();
      await ahead.close();
      service = await startTestService(kind, { DATABASE_URL }, { administrator: false });
    });
    after(() => service?.close());

    it('count as of the start at the latest', async () => {
      const refused = await login(service, '192.0.2.1', PASSWORD);
      expect([refused.status, secondsToWait(refused)]).to.deep.equal([429, 15 * 60]);
      expect((await login(service, '192.0.2.2', PASSWORD)).status).to.equal(429);
      service.clock.advance(MINUTE);
      expect((await login(service, '192.0.2.2', PASSWORD)).status).to.equal(200);
      service.clock.advance(14 * MINUTE - 1);
      expect((await login(service, '192.0.2.1', PASSWORD)).status).to.equal(429);
      service.clock.advance(1);
      expect((await login(service, '192.0.2.1', PASSWORD)).status).to.equal(200);
    });
  });
}

describe('sign-in in edge mode while the wall clock jumps', () => {
  it('allows ten a minute, whatever the wall clock shows', async () => {
    const service = await startTestService(databaseKinds[0]!, { LOGIN_LIMITER: 'edge' }, { administrator: false });
    try {
      for (const jump of [-DAY, DAY]) {
        service.clock.advance(MINUTE);
        for (let time = 0; time < 10; time++) expect((await login(service, '192.0.2.1', 'x')).status).to.not.equal(429);
        service.clock.jump(jump);
        const refused = await login(service, '192.0.2.1', 'x');
        expect([refused.status, secondsToWait(refused)]).to.deep.equal([429, 60]);
      }
    } finally {
      await service.close();
    }
  });
});
