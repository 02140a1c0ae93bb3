import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';

import type { Meta } from '../routers/core/procedures.ts';
import { procedures } from '../server/http/procedure-routes.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { expectRefusal } from './support/comments.ts';
import { faces, overRest } from './support/faces.ts';
import { newKey } from './support/keys.ts';
import { PASSWORD, startTestService, type TestService } from './support/service.ts';
import { databaseKinds } from './support/databases.ts';
import { login, newToken } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const MINUTE = 60_000;

/** The procedures that need a proof: writes of what opens a way in, and reads of everything. */
const GUARDED = [
  'keys.create',
  'keys.revoke',
  'passkeys.create',
  'passkeys.options',
  'passkeys.remove',
  'passkeys.update',
  'privacy.erase',
  'totp.begin',
  'totp.confirm',
  'totp.remove',
  'transfer.begin',
  'transfer.download',
  'transfer.export',
  'webhooks.create',
  'webhooks.redeliver',
  'webhooks.remove',
  'webhooks.test',
  'webhooks.update',
];
const NOWHERE = {
  id: 'nobody',
  commentId: 'nobody',
  deliveryId: 'nobody',
  token: 'nobody',
  linkId: 'nobody',
  version: 1,
  kind: 'tag',
  name: 'nobody',
};

function code({ clock }: TestService, secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
}

async function enrol(service: TestService, token: string): Promise<string> {
  const post = (path: string, body: object) => service.call('POST', path, { token, body });
  const { secret } = (await post('/api/admin/totp', { password: PASSWORD })).body;
  const confirmed = await post('/api/admin/totp/confirm', { code: code(service, secret) });
  expect(confirmed.status, JSON.stringify(confirmed.body)).to.equal(200);
  service.clock.advance(MINUTE);
  return secret as string;
}

// docs/interface.md, A36
describeVisited('reauthentication', (use) => {
  const proving = (token: string, body: object) => use().call('POST', '/api/admin/reauthenticate', { token, body });

  it('is declared for the procedures of this list', () => {
    const declared = Object.keys(procedures).filter((name) => (procedures[name]!._def.meta as Meta).needsProof);
    expect(declared.toSorted()).to.deep.equal(GUARDED);
  });

  it('is needed for them alone, once there is a second factor, and never by API keys', async () => {
    const key = await newKey(use(), 'transfer');
    let token = await newToken(use());
    use().clock.advance(5 * MINUTE);
    for (const [, callOver] of faces) {
      for (const name of GUARDED)
        expect((await callOver(use(), name, NOWHERE, { token })).code, name).to.not.equal('REAUTHENTICATION_NEEDED');
    }
    const secret = await enrol(use(), token);
    const others = Object.keys(procedures).filter((name) => !GUARDED.includes(name) && !/logout|events/.test(name));
    use().clock.advance(10 * MINUTE);
    token = await newToken(use());
    use().clock.advance(5 * MINUTE);
    for (const [, callOver] of faces) {
      for (const name of GUARDED) {
        const { status, code: reason } = await callOver(use(), name, NOWHERE, { token });
        expect({ name, status, reason }).to.deep.equal({ name, status: 403, reason: 'REAUTHENTICATION_NEEDED' });
      }
    }
    for (const name of others)
      expect((await overRest(use(), name, NOWHERE, { token })).code, name).to.not.equal('REAUTHENTICATION_NEEDED');
    expect((await use().call('GET', '/api/admin/export', { token: key })).status).to.equal(200);
    const body = { password: PASSWORD, code: code(use(), secret) };
    const { body: proved } = await proving(token, body);
    expect(proved).to.deep.equal({ ok: true, until: new Date(use().clock.now() + 5 * MINUTE).toISOString() });
    const state = async () => (await use().call('GET', '/api/admin/export', { token })).status;
    expect(await state()).to.equal(200);
    use().clock.advance(5 * MINUTE - 1);
    expect(await state()).to.equal(200);
    use().clock.advance(1);
    expect(await state()).to.equal(403);
    expectRefusal(await proving(token, { password: PASSWORD }), 400, 'BAD_REQUEST');
    expectRefusal(await proving(token, body), 403, 'WRONG_CODE');
    expectRefusal(await proving(token, { password: 'wrong', code: code(use(), secret) }), 403, 'WRONG_PASSWORD');
    expect(await state()).to.equal(403);
  });
});

// docs/interface.md, A32, A36
describeVisited('reauthentication and the site address', (use) => {
  it('is not needed while the only passkey belongs to another address', async () => {
    const setAddress = (siteUrl: string) => use().admin('PUT', '/api/admin/settings', { siteUrl });
    await setAddress('https://blog.example');
    const { options } = (await use().admin('POST', '/api/admin/passkeys/options')).body;
    const registered = { name: 'One', response: createAuthenticator().register(options) };
    expect((await use().admin('POST', '/api/admin/passkeys', registered)).status).to.equal(201);
    use().clock.advance(5 * MINUTE);
    expectRefusal(await use().admin('GET', '/api/admin/export'), 403, 'REAUTHENTICATION_NEEDED');
    await setAddress('https://other.example');
    expect((await use().admin('GET', '/api/admin/export')).status).to.equal(200);
  });
});

// docs/interface.md, A35
describe('SECOND_FACTOR_REQUIRED', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(databaseKinds[0]!, {
      SECOND_FACTOR_REQUIRED: 'true',
      SITE_URL: 'https://blog.example',
    });
  });
  after(() => service?.close());

  it('lets a session without one only set it up, change the password and sign out', async () => {
    const { status, body } = await login(service, PASSWORD);
    expect(status).to.equal(200);
    const { token } = body as { token: string };
    const open = new Set<string>();
    for (const name of Object.keys(procedures)) {
      const { _def } = procedures[name]!;
      if ((_def.meta as Meta).access === 'public' || name === 'events.stream' || /logout/i.test(name)) continue;
      const { code: reason } = await overRest(service, name, NOWHERE, { token });
      if (reason !== 'SECOND_FACTOR_REQUIRED') open.add(name);
    }
    expect([...open].toSorted()).to.deep.equal([
      'admin.changePassword',
      'admin.reauthenticate',
      'passkeys.create',
      'passkeys.list',
      'passkeys.options',
      'totp.begin',
      'totp.confirm',
      'totp.state',
    ]);
    const draft = { title: 'Draft', content: 'x', status: 'draft', id: 'a-draft' };
    const key = await newKey(service, 'posts');
    expect((await service.call('POST', '/api/posts', { token: key, body: draft })).status).to.equal(201);
    expect((await service.call('GET', '/api/posts/a-draft', { token })).status).to.equal(404);
    await enrol(service, token);
    expect((await service.call('GET', '/api/posts/a-draft', { token })).status).to.equal(200);
  });

  it('lets the password alone no longer sign in when there is only a passkey', async () => {
    await service.database.kysely.deleteFrom('totp').execute();
    await service.signIn();
    const key = createAuthenticator();
    const { body } = await service.admin('POST', '/api/admin/passkeys/options');
    const registered = { name: 'One', response: key.register(body.options) };
    expect((await service.admin('POST', '/api/admin/passkeys', registered)).status).to.equal(201);
    const refused = await login(service, PASSWORD);
    expectRefusal(refused, 401, 'SECOND_FACTOR_NEEDED');
    expect(refused.body).to.not.have.property('challenge');
    const options = (await service.call('POST', '/api/admin/login/passkey/options')).body.options;
    const answer = await service.call('POST', '/api/admin/login/passkey', {
      body: { response: key.assert(options) },
    });
    expect((await service.call('GET', '/api/admin/session', { token: answer.body.token })).status).to.equal(200);
  });
});
