import { expect } from 'chai';

import { migrations } from '../migrations/index.ts';
import { describeDevice } from '../routers/admin/device.ts';
import { sha256 } from '../routers/base/secrets.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { expectRefusal } from './support/comments.ts';
import { PASSWORD, type TestService } from './support/service.ts';
import { login, newToken, setMustChange, startOver, statusOf } from './support/sessions.ts';
import { statementsOf } from './support/statements.ts';
import { describeVisited } from './support/visitors.ts';
import { until } from './support/until.ts';

const MINUTE = 60_000;
const WEEK = 604_800_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

// docs/interface.md, A3
describeVisited.onBothEngines('sessions', (use) => {
  let token: string;
  beforeEach(async () => {
    token = await startOver(use());
  });
  const list = async (own = token) => {
    const { status, body } = await use().call('GET', '/api/admin/sessions', { token: own });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.sessions as Record<string, string | number>[];
  };
  const revoke = (id: unknown, own = token) =>
    use().call('DELETE', `/api/admin/sessions/${String(id)}`, { token: own });
  const own = async (one: string) => (await list(one)).find(({ current }) => current === 1)!;

  it('are listed with device, times, and a mark for the current one', async () => {
    const opened = new Date(use().clock.now()).toISOString();
    const other = (await login(use(), PASSWORD, { 'user-agent': FIREFOX })).body.token as string;
    const { body } = await use().call('GET', '/api/admin/sessions', { token: other });
    const [first, second] = body.sessions;
    expect(body).to.deep.equal({ ok: true, sessions: [first, second] });
    expect(first).to.deep.equal({
      id: first.id,
      device: 'Firefox on Linux',
      createdAt: opened,
      lastUsedAt: opened,
      expiresAt: new Date(use().clock.now() + WEEK).toISOString(),
      current: 1,
    });
    expect(second).to.include({ device: 'Unknown device', current: 0 });
    expect(first.id).to.match(/^s-[0-9a-z]{25}$/);
    expect(await use().trpc(other).admin.sessions.query()).to.deep.equal(body);
  });

  it('show neither tokens nor their hashes, and their ids give no access', async () => {
    const text = JSON.stringify(await list());
    expect(text).to.not.include(token).and.not.include(sha256(token));
    expect(await statusOf(use(), String((await own(token)).id))).to.equal(401);
  });

  it('are not listed after their end', async () => {
    use().clock.advance(WEEK / 2);
    const later = await newToken(use());
    use().clock.advance(WEEK / 2);
    expect(await list(later)).to.have.length(1);
  });

  it('can be ended individually, including the current one', async () => {
    const other = await newToken(use());
    const { id } = await own(other);
    expect((await revoke(id)).body).to.deep.equal({ ok: true, id });
    expect([await statusOf(use(), other), await statusOf(use(), token)]).to.deep.equal([401, 200]);
    expect((await revoke((await own(token)).id)).status).to.equal(200);
    expect(await statusOf(use(), token)).to.equal(401);
  });

  it('must exist to be ended', async () => {
    const other = await newToken(use());
    const { id } = await own(other);
    await revoke(id);
    for (const none of [id, 's-unknown', '%00', sha256(token)]) expectRefusal(await revoke(none), 404, 'NOT_FOUND');
    expect(await statusOf(use(), token)).to.equal(200);
  });

  it('can all be ended at once', async () => {
    const others = [await newToken(use()), await newToken(use())];
    const { status, body } = await use().call('POST', '/api/admin/logout-everywhere', { token });
    expect({ status, body }).to.deep.equal({ status: 200, body: { ok: true } });
    for (const one of [token, ...others]) expect(await statusOf(use(), one)).to.equal(401);
    expect((await login(use(), PASSWORD)).status).to.equal(200);
  });

  it('keep their device after a change of the password', async () => {
    const { body } = await use().call('POST', '/api/admin/change-password', {
      token,
      headers: { 'user-agent': FIREFOX },
      body: { current: PASSWORD, password: 'a new password' },
    });
    expect((await own(body.token)).device).to.equal('Firefox on Linux');
  });

  it('record their last use with a precision of five minutes, without delaying calls', async () => {
    const since = (await own(token)).lastUsedAt;
    use().clock.advance(5 * MINUTE - 1);
    await list();
    expect((await own(token)).lastUsedAt).to.equal(since);
    use().clock.advance(1);
    await list();
    await until(async () => (await stored(use(), token)) === new Date(use().clock.now()).toISOString());
    use().statements.length = 0;
    await list();
    expect(use().statements.filter((text) => text.startsWith('update "sessions"'))).to.deep.equal([]);
  });

  it('record it once for concurrent calls', async () => {
    use().clock.advance(6 * MINUTE);
    use().statements.length = 0;
    const { admin } = use().trpc(token);
    await Promise.all([admin.session.query(), admin.session.query(), admin.sessions.query()]);
    await until(async () => (await stored(use(), token)) === new Date(use().clock.now()).toISOString());
    const updates = () => use().statements.filter((text) => text.startsWith('update "sessions"'));
    // A statement is listed when its answer has arrived, after another connection may see its effect.
    await until(() => updates().length > 0);
    expect(updates()).to.have.length(1);
  });

  it('are found by one query, and public reads record nothing', async () => {
    use().clock.advance(10 * MINUTE);
    use().statements.length = 0;
    for (const path of ['/api/posts', '/api/site', '/api/stats']) await use().call('GET', path, { token });
    expect(use().statements.filter((text) => text.startsWith('update "sessions"'))).to.deep.equal([]);
    await startOver(use()).then(async (fresh) => {
      const sent = await statementsOf(use(), async () => expect(await statusOf(use(), fresh)).to.equal(200));
      expect(sent).to.have.length(1);
    });
  });

  it('from versions without ids get one', async () => {
    await use().database.kysely.updateTable('sessions').set({ id: '', last_used_at: '' }).execute();
    await migrate(use().database, migrations, { again: true });
    const { id, createdAt, lastUsedAt } = await own(token);
    expect(id).to.match(/^s-[0-9a-f]{32}$/);
    expect(lastUsedAt).to.equal(createdAt);
  });

  it('can be ended only after a required change of the password', async () => {
    await setMustChange(use(), true);
    const refused = await use().call('POST', '/api/admin/logout-everywhere', { token });
    await setMustChange(use(), false);
    expectRefusal(refused, 403, 'PASSWORD_CHANGE_REQUIRED');
    expect(await statusOf(use(), token)).to.equal(200);
  });
});

describe('the name of a device', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const names: Record<string, string> = {
    [FIREFOX]: 'Firefox on Linux',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`]: 'Chrome on Windows',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`]:
      'Edge on Windows',
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`]:
      'Samsung Internet on Android',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15':
      'Safari on macOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`]: 'Chrome on ChromeOS',
    'octavo/2.13.0': 'octavo',
    'curl/8.5.0': 'curl',
    node: 'node',
    ' ': 'Unknown device',
    '/': 'Unknown device',
    [`<b>\u202e${'x'.repeat(200)}`]: `<b>${'x'.repeat(97)}`,
  };
  for (const [userAgent, name] of Object.entries(names)) {
    it(`is ${name} for ${JSON.stringify(userAgent.slice(0, 60))}`, () =>
      expect(describeDevice(userAgent)).to.equal(name));
  }

  it('is unknown without the header', () => expect(describeDevice(undefined)).to.equal('Unknown device'));
});

async function stored({ database }: TestService, token: string): Promise<string> {
  const row = await database.kysely
    .selectFrom('sessions')
    .select('last_used_at')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirstOrThrow();
  return row.last_used_at;
}
