import { expect } from 'chai';

import { sha256 } from '../routers/base/secrets.ts';
import { PASSWORD } from './support/service.ts';
import { everyRow, login, newToken, startOver, statusOf } from './support/sessions.ts';
import { describeVisited, refusal, statuses } from './support/visitors.ts';

const WEEK = 604_800_000;

describeVisited('admin: signing in and out', (use) => {
  it('answers the right password with a random token of 32 bytes, valid for a week', async () => {
    const { status, headers, body } = await login(use(), PASSWORD);
    expect(status).to.equal(200);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(body).to.deep.equal({ ok: true, token: body.token, expiresIn: 604_800, mustChange: false });
    expect(body.token).to.match(/^[\w-]{43}$/);
    expect(await statusOf(use(), body.token)).to.equal(200);
    const overTrpc = await use().trpc(null).admin.login.mutate({ password: PASSWORD });
    expect(overTrpc.token).to.not.equal(body.token);
    expect(await statusOf(use(), overTrpc.token)).to.equal(200);
  });

  it('answers a wrong password with 401 WRONG_PASSWORD, over REST and tRPC', async () => {
    for (const password of ['wrong', PASSWORD.toUpperCase(), ` ${PASSWORD}`]) {
      const { status, body } = await login(use(), password);
      expect({ status, code: body.code }).to.deep.equal({ status: 401, code: 'WRONG_PASSWORD' });
    }
    const refused = await refusal(use().trpc(null).admin.login.mutate({ password: 'wrong' }));
    expect(refused).to.include({ status: 401, code: 'WRONG_PASSWORD' });
  });

  it('answers invalid passwords with 400', async () => {
    for (const password of [undefined, null, '', 5, ['x'], 'x'.repeat(201)]) {
      expect((await login(use(), password)).body).to.include({ ok: false, code: 'BAD_REQUEST' });
    }
  });

  it('stores only the SHA-256 of the token, and logs neither token nor password', async () => {
    const { token } = (await login(use(), PASSWORD)).body;
    const stored = await everyRow(use());
    expect(stored).to.include(sha256(token)).and.not.include(token).and.not.include(PASSWORD);
    expect(JSON.stringify(use().logged)).to.not.include(token).and.not.include(PASSWORD);
  });

  it('returns when the session ends', async () => {
    const token = await newToken(use());
    const expiresAt = new Date(use().clock.now() + WEEK).toISOString();
    expect((await use().call('GET', '/api/admin/session', { token })).body).to.deep.equal({ ok: true, expiresAt });
  });

  it('ends one session on sign-out and keeps the others', async () => {
    const [gone, stays] = [await newToken(use()), await newToken(use())];
    expect((await use().call('POST', '/api/admin/logout', { token: gone })).body).to.deep.equal({ ok: true });
    expect([await statusOf(use(), gone), await statusOf(use(), stays)]).to.deep.equal([401, 200]);
    expect((await use().call('POST', '/api/admin/logout', { token: gone })).status).to.equal(401);
  });

  it('accepts a token as Bearer in any case, and nothing else', async () => {
    const token = await newToken(use());
    const status = async (authorization: string) =>
      (await use().call('GET', '/api/admin/session', { headers: { authorization } })).status;
    for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
      expect(await status(good)).to.equal(200);
    for (const bad of [
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token} x`,
      'Bearer',
      `Bearer ${sha256(token)}`,
    ]) {
      expect(await status(bad), bad).to.equal(401);
    }
  });
});

describeVisited('admin: the end of a session', (use) => {
  it('comes after exactly seven days, with 401 and WWW-Authenticate', async () => {
    const { clock, token, call } = use();
    clock.advance(WEEK - 1);
    expect(await statusOf(use(), token)).to.equal(200);
    clock.advance(1);
    const { status, headers, body } = await call('GET', '/api/admin/session', { token });
    expect({ status, code: body.code }).to.deep.equal({ status: 401, code: 'UNAUTHORIZED' });
    expect(headers.get('www-authenticate')).to.equal('Bearer');
    expect(await refusal(use().trpc(token).admin.session.query())).to.include({ status: 401, code: 'UNAUTHORIZED' });
  });

  it('deletes expired rows at the next sign-in', async () => {
    await newToken(use());
    const rows = await use().database.kysely.selectFrom('sessions').selectAll().execute();
    expect(rows).to.have.length(1);
  });
});

// docs/interface.md, A10
describeVisited('admin: a new password', (use) => {
  let token: string;
  beforeEach(async () => {
    token = await startOver(use());
  });
  const change = (current: unknown, password: unknown, own = token) =>
    use().call('POST', '/api/admin/change-password', { token: own, body: { current, password } });

  it('ends every session and returns a new token that is valid for a week', async () => {
    const other = await newToken(use());
    const { status, body } = await change(PASSWORD, 'a new password');
    expect({ status, body }).to.deep.equal({ status: 200, body: { ok: true, token: body.token, expiresIn: 604_800 } });
    expect([await statusOf(use(), token), await statusOf(use(), other)]).to.deep.equal([401, 401]);
    expect(await statusOf(use(), body.token)).to.equal(200);
    expect((await login(use(), PASSWORD)).status).to.equal(401);
    expect((await login(use(), 'a new password')).status).to.equal(200);
  });

  it('requires the current one: 403 WRONG_PASSWORD, and nothing ends', async () => {
    const { status, body } = await change('not this', 'a new password');
    expect({ status, code: body.code }).to.deep.equal({ status: 403, code: 'WRONG_PASSWORD' });
    const overTrpc = use().trpc(token).admin.changePassword.mutate({ current: 'not this', password: 'a new password' });
    expect(await refusal(overTrpc)).to.include({ status: 403, code: 'WRONG_PASSWORD' });
    const { status: absent, body: refused } = await change('', 'a new password');
    expect({ absent, path: refused.issues?.[0]?.path }).to.deep.equal({ absent: 400, path: 'current' });
    expect(await statusOf(use(), token)).to.equal(200);
  });

  // docs/interface.md, A8
  it('must differ from the current one', async () => {
    const { status, body } = await change(PASSWORD, PASSWORD);
    expect({ status, path: body.issues?.[0]?.path }).to.deep.equal({ status: 400, path: 'password' });
    expect(await statusOf(use(), token)).to.equal(200);
  });

  // docs/interface.md, A8
  it('has 8 to 200 code points', async () => {
    for (const password of ['1234567', '😀'.repeat(7), 'x'.repeat(201), '😀'.repeat(201), '', null, 12345678]) {
      expect((await change(PASSWORD, password)).body.issues?.[0]?.path).to.equal('password');
    }
    const first = await change(PASSWORD, '12345678');
    const second = await change('12345678', '😀'.repeat(200), first.body.token);
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect((await login(use(), '😀'.repeat(200))).status).to.equal(200);
  });

  it('is set by one of two concurrent changes; the other fails with a wrong current password', async () => {
    const answers = await Promise.all([change(PASSWORD, 'password one'), change(PASSWORD, 'password two')]);
    expect(statuses(answers)).to.deep.equal([200, 403]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await statusOf(use(), answers[won]!.body.token)).to.equal(200);
    expect((await login(use(), ['password one', 'password two'][won])).status).to.equal(200);
  });

  it('rejects a sign-in whose old password was still being hashed during the change', async () => {
    const { services } = use();
    const { hashing } = services;
    const [checking, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    services.hashing = {
      async run(work) {
        const result = await hashing.run(work);
        checking.resolve();
        await changed.promise;
        return result;
      },
    };
    const late = login(use(), PASSWORD);
    await checking.promise;
    services.hashing = hashing;
    expect((await change(PASSWORD, 'a new password')).status).to.equal(200);
    changed.resolve();
    expect((await late).body).to.include({ ok: false, code: 'WRONG_PASSWORD' });
    expect((await login(use(), 'a new password')).status).to.equal(200);
  });
});
