import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';

import { expectRefusal } from './support/comments.ts';
import { itOnSqlite, PASSWORD, startTestService, type TestService } from './support/service.ts';
import { databaseKinds } from './support/databases.ts';
import { everyRow, startOver } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const MINUTE = 60_000;
const STEP = 30_000;
const HOME = '192.0.2.200';

/** The code of a secret at the time of a service. */
function codeOf({ clock }: TestService, secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + steps * STEP });
}

/** Sets up an authenticator app. The code that confirms it is used up, so time goes on by two steps. */
async function enrol(service: TestService): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await service.admin('POST', '/api/admin/totp', { password: PASSWORD });
  expect(begun.status, JSON.stringify(begun.body)).to.equal(200);
  const { secret } = begun.body as { secret: string };
  const { status, body } = await service.admin('POST', '/api/admin/totp/confirm', { code: codeOf(service, secret) });
  expect(status, JSON.stringify(body)).to.equal(200);
  service.clock.advance(2 * STEP);
  return { secret, recoveryCodes: body.recoveryCodes as string[] };
}

const fromHome = (service: TestService, body: object, headers = {}) =>
  service.call('POST', '/api/admin/login', { body, headers: { 'cf-connecting-ip': HOME, ...headers } });

async function challengeOf(service: TestService, address = HOME): Promise<string> {
  const answer = await fromHome(service, { password: PASSWORD }, { 'cf-connecting-ip': address });
  expectRefusal(answer, 401, 'SECOND_FACTOR_NEEDED');
  return answer.body.challenge as string;
}

async function forget(service: TestService): Promise<void> {
  const { kysely } = service.database;
  for (const table of ['totp', 'recovery_codes', 'login_challenges', 'login_failures'] as const)
    await kysely.deleteFrom(table).execute();
  await startOver(service);
  service.clock.advance(80 * MINUTE);
  await service.signIn();
}

// docs/interface.md, A27
describeVisited.onBothEngines('authenticator app', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  beforeEach(() => forget(use()));

  itOnce('asks for a code once it is confirmed, not before', async () => {
    const { body } = await use().admin('POST', '/api/admin/totp', { password: PASSWORD });
    expect(body.uri)
      .to.match(/^otpauth:\/\/totp\/My%20blog:owner\?/)
      .and.include(`secret=${body.secret}`);
    expect(body.secret).to.match(/^[A-Z2-7]{32}$/);
    expect((await fromHome(use(), { password: PASSWORD })).status).to.equal(200);
    expectRefusal(await use().admin('POST', '/api/admin/totp/confirm', { code: '000000' }), 403, 'WRONG_CODE');
    expect((await use().admin('GET', '/api/admin/totp')).body).to.deep.equal({
      ok: true,
      enabled: false,
      recoveryCodes: 0,
    });
    const { secret, recoveryCodes } = await enrol(use());
    expect(recoveryCodes).to.have.length(10);
    for (const code of recoveryCodes) expect(code).to.match(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const challenge = await challengeOf(use());
    const { status, body: signedIn } = await fromHome(use(), { challenge, code: codeOf(use(), secret) });
    expect({ status, fields: Object.keys(signedIn) }).to.deep.equal({
      status: 200,
      fields: ['ok', 'token', 'expiresIn', 'mustChange'],
    });
    expect((await use().call('GET', '/api/admin/session', { token: signedIn.token })).status).to.equal(200);
  });

  itOnce('is set up only with the password, and only once', async () => {
    expectRefusal(await use().admin('POST', '/api/admin/totp', { password: 'wrong' }), 403, 'WRONG_PASSWORD');
    await enrol(use());
    expectRefusal(await use().admin('POST', '/api/admin/totp', { password: PASSWORD }), 409, 'TOTP_EXISTS');
  });

  itOnce('gives new recovery codes for a code of the app, with a recent proof, and the former ones end', async () => {
    const { secret, recoveryCodes } = await enrol(use());
    const renew = (code: string) => use().admin('POST', '/api/admin/totp/confirm', { code });
    const [first = '', second = ''] = recoveryCodes;
    expectRefusal(await renew(second), 403, 'WRONG_CODE');
    const code = codeOf(use(), secret);
    const { status, body } = await renew(code);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.recoveryCodes).to.have.length(10).and.not.include.members(recoveryCodes);
    expectRefusal(await renew(code), 403, 'WRONG_CODE');
    expect((await use().admin('GET', '/api/admin/totp')).body).to.include({ enabled: true, recoveryCodes: 10 });
    expectRefusal(await fromHome(use(), { challenge: await challengeOf(use()), code: first }), 401, 'WRONG_CODE');
    const finished = await fromHome(use(), { challenge: await challengeOf(use()), code: body.recoveryCodes[0] });
    expect(finished.status).to.equal(200);
    use().clock.advance(6 * MINUTE);
    expectRefusal(await renew(codeOf(use(), secret)), 403, 'REAUTHENTICATION_NEEDED');
  });

  itOnce('works over tRPC, with the challenge in the error', async () => {
    const { secret } = await enrol(use());
    const { admin, totp } = use().trpc();
    expect(await totp.state.query()).to.deep.equal({ ok: true, enabled: true, recoveryCodes: 10 });
    const failure = await admin.login.mutate({ password: PASSWORD }).catch((error: unknown) => error);
    const { challenge } = (failure as { data: { challenge: string } }).data;
    expectRefusal(await fromHome(use(), { challenge, code: codeOf(use(), secret) }), 401, 'CHALLENGE_EXPIRED');
  });

  // docs/interface.md, A28
  itOnce('accepts the codes of the step before and after, and none further away', async () => {
    const { secret } = await enrol(use());
    use().clock.advance(10 * STEP);
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      const challenge = await challengeOf(use());
      const answer = await fromHome(use(), { challenge, code: codeOf(use(), secret, steps) });
      expect(answer.status, `${steps} steps: ${JSON.stringify(answer.body)}`).to.equal(status);
    }
  });

  it('accepts no code twice, nor one of an earlier step', async () => {
    const { secret } = await enrol(use());
    const code = codeOf(use(), secret);
    const earlier = codeOf(use(), secret, -1);
    const first = await fromHome(use(), { challenge: await challengeOf(use()), code });
    expect(first.status).to.equal(200);
    for (const used of [code, earlier]) {
      const challenge = await challengeOf(use());
      expectRefusal(await fromHome(use(), { challenge, code: used }), 401, 'WRONG_CODE');
    }
  });

  itOnce('accepts each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enrol(use());
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    expect((await fromHome(use(), { challenge: await challengeOf(use()), code: typed })).status).to.equal(200);
    expectRefusal(await fromHome(use(), { challenge: await challengeOf(use()), code: first }), 401, 'WRONG_CODE');
    expect((await use().admin('GET', '/api/admin/totp')).body.recoveryCodes).to.equal(9);
    const challenges = [await challengeOf(use()), await challengeOf(use())];
    const race = await Promise.all(challenges.map((challenge) => fromHome(use(), { challenge, code: second })));
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401]);
  });

  // docs/interface.md, A29
  itOnce('binds the challenge to the client IP, to five minutes and to one use', async () => {
    const { secret, recoveryCodes } = await enrol(use());
    const code = () => codeOf(use(), secret);
    const elsewhere = { 'cf-connecting-ip': '198.51.100.9' };
    const challenge = await challengeOf(use());
    expectRefusal(await fromHome(use(), { challenge, code: code() }, elsewhere), 401, 'CHALLENGE_EXPIRED');
    expect((await fromHome(use(), { challenge, code: code() })).status).to.equal(200);
    expectRefusal(await fromHome(use(), { challenge, code: recoveryCodes[0] }), 401, 'CHALLENGE_EXPIRED');
    const late = await challengeOf(use());
    use().clock.advance(5 * MINUTE);
    expectRefusal(await fromHome(use(), { challenge: late, code: code() }), 401, 'CHALLENGE_EXPIRED');
    expectRefusal(await fromHome(use(), { challenge: 'unknown', code: code() }), 401, 'CHALLENGE_EXPIRED');
  });

  itOnce('ends begun sign-ins when the password changes', async () => {
    const { secret } = await enrol(use());
    const challenge = await challengeOf(use());
    await startOver(use());
    expectRefusal(await fromHome(use(), { challenge, code: codeOf(use(), secret) }), 401, 'CHALLENGE_EXPIRED');
  });

  it('lets a sign-in with one challenge and two right codes succeed once', async () => {
    const { secret, recoveryCodes } = await enrol(use());
    const challenge = await challengeOf(use());
    const codes = [codeOf(use(), secret), recoveryCodes[0]];
    const race = await Promise.all(codes.map((code) => fromHome(use(), { challenge, code })));
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401]);
  });

  // docs/interface.md, A30
  itOnce('counts a wrong code as a failed sign-in, and the right password alone clears nothing', async () => {
    await enrol(use());
    for (let time = 0; time < 4; time++)
      expectRefusal(await fromHome(use(), { password: 'wrong' }), 401, 'WRONG_PASSWORD');
    const challenge = await challengeOf(use());
    await challengeOf(use());
    expectRefusal(await fromHome(use(), { challenge, code: '000000' }), 401, 'WRONG_CODE');
    expectRefusal(await fromHome(use(), { password: PASSWORD }), 429, 'RATE_LIMITED');
    expectRefusal(await fromHome(use(), { challenge, code: '000000' }), 429, 'RATE_LIMITED');
  });

  itOnce('counts a wrong code as a failed sign-in, also where it is removed', async () => {
    await enrol(use());
    const body = { password: PASSWORD, code: '000000' };
    const remove = () => use().admin('POST', '/api/admin/totp/remove', body, { 'cf-connecting-ip': HOME });
    for (let time = 0; time < 5; time++) expectRefusal(await remove(), 403, 'WRONG_CODE');
    expectRefusal(await remove(), 429, 'RATE_LIMITED');
  });

  itOnce('is removed with the password and a code', async () => {
    const { secret } = await enrol(use());
    const remove = (body: object) => use().admin('POST', '/api/admin/totp/remove', body);
    await use().signIn();
    expectRefusal(await remove({ password: 'wrong', code: codeOf(use(), secret) }), 403, 'WRONG_PASSWORD');
    expectRefusal(await remove({ password: PASSWORD, code: '000000' }), 403, 'WRONG_CODE');
    expect((await remove({ password: PASSWORD, code: codeOf(use(), secret) })).body).to.deep.equal({ ok: true });
    expect((await fromHome(use(), { password: PASSWORD })).status).to.equal(200);
    expectRefusal(await remove({ password: PASSWORD, code: '000000' }), 404, 'NOT_FOUND');
  });

  // docs/interface.md, A31
  it('is stored encrypted, and is in no log line', async () => {
    use().logged.length = 0;
    const { secret, recoveryCodes } = await enrol(use());
    const code = codeOf(use(), secret);
    const challenge = await challengeOf(use());
    await fromHome(use(), { challenge, code });
    const rows = await everyRow(use());
    for (const text of [rows, JSON.stringify(use().logged)]) {
      for (const hidden of [
        secret,
        challenge,
        ...recoveryCodes,
        ...recoveryCodes.map((one) => one.replaceAll('-', '')),
      ])
        expect(text).to.not.include(hidden);
    }
    expect(rows).to.not.include(HOME);
  });
});

// docs/interface.md, A29, A30
describeVisited(
  'authenticator app with a setup key',
  (use) => {
    const key = { 'x-setup-key': 'the-setup-key' };

    it('lets a challenge be tried five times, and still asks for the code', async () => {
      await forget(use());
      const { secret } = await enrol(use());
      const answer = await fromHome(use(), { password: PASSWORD }, key);
      expectRefusal(answer, 401, 'SECOND_FACTOR_NEEDED');
      const { challenge } = answer.body as { challenge: string };
      for (let time = 0; time < 5; time++)
        expectRefusal(await fromHome(use(), { challenge, code: '000000' }, key), 401, 'WRONG_CODE');
      const code = codeOf(use(), secret);
      expectRefusal(await fromHome(use(), { challenge, code }, key), 401, 'CHALLENGE_EXPIRED');
      const next = await fromHome(use(), { password: PASSWORD }, key);
      const finished = await fromHome(use(), { challenge: next.body.challenge, code }, key);
      expect(finished.status).to.equal(200);
    });
  },
  { SETUP_KEY: 'the-setup-key' },
);

for (const kind of databaseKinds) {
  // docs/interface.md, A28
  describe(`two instances with one authenticator app (${kind.name})`, () => {
    it('accept a code once together, and challenges of each other', async function () {
      if (kind.name !== 'PostgreSQL') return;
      const url = await kind.freshUrl('administrator');
      const instances = await Promise.all([0, 1].map(() => startTestService(kind, { DATABASE_URL: url })));
      const [one, two] = instances as [TestService, TestService];
      const { secret } = await enrol(one);
      two.clock.advance(2 * STEP);
      const challenges = [await challengeOf(one), await challengeOf(two)];
      const code = codeOf(one, secret);
      const race = await Promise.all([
        fromHome(two, { challenge: challenges[0], code }),
        fromHome(one, { challenge: challenges[1], code }),
      ]);
      expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401]);
      await Promise.all(instances.map((instance) => instance.close()));
    });
  });
}
