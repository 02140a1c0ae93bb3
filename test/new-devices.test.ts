import { expect } from 'chai';

import { expectRefusal } from './support/comments.ts';
import { PASSWORD } from './support/service.ts';
import { everyRow, login, startOver, statusOf } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
const HOME = '203.0.113.7';

// docs/interface.md, A4
describeVisited.onBothEngines('sign-ins from new devices', (use) => {
  let token: string;
  beforeEach(async () => {
    token = await startOver(use());
    await use().database.kysely.deleteFrom('known_devices').execute();
  });
  const signIn = async (agent: string, address: string) =>
    (await login(use(), PASSWORD, { 'user-agent': agent, 'cf-connecting-ip': address })).body.token as string;
  const list = async (own = token) => {
    const { status, body } = await use().call('GET', '/api/admin/new-devices', { token: own });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.devices as { id: string; device: string; signedInAt: string; sessions: number; current: number }[];
  };

  it('are listed with device and time, over REST and tRPC, except for the first device', async () => {
    await signIn(FIREFOX, HOME);
    expect(await list()).to.deep.equal([]);
    use().clock.advance(DAY);
    const signedInAt = new Date(use().clock.now()).toISOString();
    const other = await signIn(SAFARI, HOME);
    const [device] = await list();
    expect(device).to.deep.equal({ id: device!.id, device: 'Safari on macOS', signedInAt, sessions: 1, current: 0 });
    expect(device!.id).to.match(/^d-[0-9a-f]{32}$/);
    expect((await list(other))[0]).to.include({ current: 1 });
    expect(await use().trpc(other).admin.newDevices.query()).to.deep.equal({ ok: true, devices: await list(other) });
  });

  it('distinguish networks, but not addresses of the same network', async () => {
    await signIn(FIREFOX, HOME);
    await signIn(FIREFOX, '203.0.113.99');
    expect(await list()).to.deep.equal([]);
    await signIn(FIREFOX, '198.51.100.1');
    await signIn(FIREFOX, '2001:db8:1:2::1');
    await signIn(FIREFOX, '2001:db8:1:2::2');
    expect((await list()).map(({ device, sessions }) => [device, sessions])).to.have.deep.members([
      ['Firefox on Linux', 1],
      ['Firefox on Linux', 2],
    ]);
  });

  it('are listed until the owner confirms the device, and then no more', async () => {
    await signIn(FIREFOX, HOME);
    const other = await signIn(SAFARI, HOME);
    const [device] = await list();
    const confirm = (id: string) => use().call('POST', `/api/admin/new-devices/${id}/confirm`, { token });
    expect((await confirm(device!.id)).body).to.deep.equal({ ok: true, id: device!.id });
    expect((await confirm(device!.id)).status).to.equal(200);
    expect(await list()).to.deep.equal([]);
    expect(await statusOf(use(), other)).to.equal(200);
    await signIn(SAFARI, HOME);
    expect(await list()).to.deep.equal([]);
    expectRefusal(await confirm('d-none'), 404, 'NOT_FOUND');
  });

  it('end all sessions of a device on request, which is new again the next time', async () => {
    const own = await signIn(FIREFOX, HOME);
    const others = [await signIn(SAFARI, '198.51.100.1'), await signIn(SAFARI, '198.51.100.2')];
    const [device] = await list();
    const end = (id: string) => use().call('DELETE', `/api/admin/new-devices/${id}`, { token });
    expect((await end(device!.id)).body).to.deep.equal({ ok: true, id: device!.id, ended: 2 });
    for (const other of others) expect(await statusOf(use(), other)).to.equal(401);
    expect(await statusOf(use(), own)).to.equal(200);
    expect(await list()).to.deep.equal([]);
    expectRefusal(await end(device!.id), 404, 'NOT_FOUND');
    await signIn(SAFARI, '198.51.100.1');
    expect(await list()).to.have.length(1);
  });

  it('are listed beyond the end of the session, and after a change of the password elsewhere', async () => {
    await signIn(FIREFOX, HOME);
    const other = await signIn(SAFARI, HOME);
    const headers = { 'user-agent': 'curl/8.1', 'cf-connecting-ip': HOME };
    const body = { current: PASSWORD, password: 'another password' };
    const changed = await use().call('POST', '/api/admin/change-password', { token: other, body, headers });
    const devices = await list(changed.body.token as string);
    expect(devices.map(({ device, sessions, current }) => [device, sessions, current])).to.have.deep.members([
      ['Safari on macOS', 0, 0],
      ['curl', 1, 1],
    ]);
  });

  it('expire a year after the last sign-in, and store no full IP address', async () => {
    await signIn(FIREFOX, HOME);
    await signIn(SAFARI, '198.51.100.77');
    expect(await everyRow(use()))
      .to.not.include('198.51.100.77')
      .and.not.include(HOME);
    use().clock.advance(366 * DAY);
    token = await signIn(FIREFOX, HOME);
    expect(await list()).to.deep.equal([]);
  });
});
