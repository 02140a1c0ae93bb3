import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';

import { openArchive } from '../client/importers/archive/open.ts';
import { archiveOf } from './support/archives.ts';
import { createAuthenticator, type Authenticator } from './support/authenticator.ts';
import { expectRefusal } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { itOnSqlite, PASSWORD, startTestService, type TestService } from './support/service.ts';
import { everyRow, login, newToken, setMustChange, startOver } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const MINUTE = 60_000;
const SITE = { SITE_URL: 'https://blog.example' };

const [EDDSA, ES256, RS256] = [-8, -7, -257];

type Options = {
  pubKeyCredParams: { alg: number }[];
  challenge: string;
  rpId: string;
  rp: { id: string };
  excludeCredentials: { id: string }[];
};

async function optionsOf(service: TestService, path: string): Promise<Options> {
  const { status, body } = await service.admin('POST', path);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body.options as Options;
}

async function register(service: TestService, name: string, key: Authenticator): Promise<string> {
  const response = key.register(await optionsOf(service, '/api/admin/passkeys/options'));
  const { status, body, headers } = await service.admin('POST', '/api/admin/passkeys', { name, response });
  expect(status, JSON.stringify(body)).to.equal(201);
  expect(headers.get('location')).to.equal(`/api/admin/passkeys/${body.passkey.id}`);
  return body.passkey.id as string;
}

const LOGIN = '/api/admin/login/passkey';
const send = (service: TestService, response: object) => service.call('POST', LOGIN, { body: { response } });
const optionsToSignIn = (service: TestService) => optionsOf(service, `${LOGIN}/options`);

async function signIn(service: TestService, key: Authenticator, facts = {}) {
  return send(service, key.assert(await optionsToSignIn(service), facts));
}

async function refuse(service: TestService, response: object): Promise<void> {
  expectRefusal(await send(service, response), 401, 'PASSKEY_REFUSED');
}

// docs/interface.md, A32
describeVisited.onBothEngines(
  'passkeys',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    let key: Authenticator;
    beforeEach(async () => {
      const { kysely } = use().database;
      for (const table of ['totp', 'passkeys', 'login_challenges', 'login_failures'] as const)
        await kysely.deleteFrom(table).execute();
      use().clock.advance(80 * MINUTE);
      await startOver(use());
      await use().signIn();
      key = createAuthenticator();
    });

    it('are registered, listed, renamed, and sign in without the password', async () => {
      const id = await register(use(), 'Laptop', key);
      const options = await optionsToSignIn(use());
      expect(options).to.include({ rpId: 'blog.example', userVerification: 'required' });
      expect(options).to.not.have.property('allowCredentials');
      const { status, body } = await send(use(), key.assert(options));
      expect({ status, fields: Object.keys(body) }).to.deep.equal({
        status: 200,
        fields: ['ok', 'token', 'expiresIn', 'mustChange'],
      });
      expect((await use().call('GET', '/api/admin/session', { token: body.token })).status).to.equal(200);
      await use().admin('PUT', `/api/admin/passkeys/${id}`, { name: 'Desktop' });
      const list = (await use().admin('GET', '/api/admin/passkeys')).body;
      const now = new Date(use().clock.now()).toISOString();
      expect(list).to.deep.equal({
        ok: true,
        host: 'blog.example',
        passkeys: [{ id, name: 'Desktop', host: 'blog.example', usable: 1, createdAt: now, lastUsedAt: now }],
      });
      expect(await use().trpc().passkeys.list.query()).to.deep.equal(list);
    });

    itOnce('warn of nothing experimental on standard error', async () => {
      const warnings: string[] = [];
      const hear = ({ message }: Error) => warnings.push(message);
      process.on('warning', hear);
      const { pubKeyCredParams } = await optionsOf(use(), '/api/admin/passkeys/options');
      expect(pubKeyCredParams.map(({ alg }) => alg)).to.deep.equal([EDDSA, ES256, RS256]);
      await register(use(), 'One', key);
      await signIn(use(), key);
      await nextTurn();
      process.off('warning', hear);
      expect(warnings).to.deep.equal([]);
    });

    itOnce('ask for verification and a resident key, and exclude the known ones', async () => {
      await register(use(), 'One', key);
      const options = await optionsOf(use(), '/api/admin/passkeys/options');
      expect(options).to.deep.include({ attestation: 'none', rp: { name: 'My blog', id: 'blog.example' } });
      expect(options).to.have.nested.property('authenticatorSelection.residentKey', 'required');
      expect(options).to.have.nested.property('authenticatorSelection.userVerification', 'required');
      expect(options.excludeCredentials.map(({ id }) => id)).to.deep.equal([key.credentialId]);
    });

    it('can be several, each of which signs in; a removed one does not', async () => {
      const other = createAuthenticator(false);
      const id = await register(use(), 'One', key);
      await register(use(), 'Two', other);
      for (const one of [key, other, key, other]) expect((await signIn(use(), one)).status).to.equal(200);
      expect((await use().admin('DELETE', `/api/admin/passkeys/${id}`)).body).to.deep.equal({ ok: true, id });
      await refuse(use(), key.assert(await optionsToSignIn(use())));
      expect((await signIn(use(), other)).status).to.equal(200);
      expectRefusal(await use().admin('DELETE', `/api/admin/passkeys/${id}`), 404, 'NOT_FOUND');
    });

    // docs/interface.md, A33
    itOnce('are refused from another origin, for another host, and without verification', async () => {
      await register(use(), 'One', key);
      const wrong = [
        { origin: 'https://blog.example:8443' },
        { origin: 'http://blog.example' },
        { origin: 'https://evil.example' },
        { origin: 'https://www.blog.example' },
        { isVerified: false },
      ];
      for (const facts of wrong) await refuse(use(), key.assert(await optionsToSignIn(use()), facts));
      const options = await optionsToSignIn(use());
      const origin = 'https://blog.example';
      await refuse(use(), key.assert({ ...options, rpId: 'evil.example' }, { origin }));
      expect((await signIn(use(), key)).status).to.equal(200);
      const cross = { origin: 'https://evil.example' };
      expectRefusal(await use().call('POST', `${LOGIN}/options`, { headers: cross }), 403, 'ORIGIN_NOT_ALLOWED');
      const register_ = await optionsOf(use(), '/api/admin/passkeys/options');
      const response = createAuthenticator().register(register_, cross);
      expectRefusal(await use().admin('POST', '/api/admin/passkeys', { name: 'X', response }), 403, 'PASSKEY_REFUSED');
    });

    it('are refused when a response is sent again, late, or for an invented challenge', async () => {
      await register(use(), 'One', key);
      const response = key.assert(await optionsToSignIn(use()));
      expect((await send(use(), response)).status).to.equal(200);
      await refuse(use(), response);
      const late = await optionsToSignIn(use());
      use().clock.advance(2 * MINUTE);
      await refuse(use(), key.assert(late));
      await refuse(use(), key.assert({ challenge: 'AAAA', rpId: 'blog.example' }));
      const options = await optionsToSignIn(use());
      await refuse(use(), createAuthenticator().assert(options));
      await refuse(use(), key.assert(options));
    });

    it('are refused with a counter that does not grow, as that of a cloned key', async () => {
      await register(use(), 'One', key);
      for (let time = 0; time < 3; time++) expect((await signIn(use(), key)).status).to.equal(200);
      for (const counter of [3, 2, 0]) await refuse(use(), key.assert(await optionsToSignIn(use()), { counter }));
      expect((await signIn(use(), key, { counter: 4 })).status).to.equal(200);
      expect((await signIn(use(), key, { counter: 4_294_967_295 })).status).to.equal(200);
    });

    it('let a response sign in once when it is sent several times at once', async () => {
      await register(use(), 'One', key);
      const response = key.assert(await optionsToSignIn(use()));
      const race = await Promise.all([1, 2, 3].map(() => send(use(), response)));
      expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401, 401]);
    });

    // docs/interface.md, A34
    itOnce('sign in while failed passwords lock the sign-in, and clear nothing of it', async () => {
      await register(use(), 'One', key);
      for (let time = 0; time < 30; time++) {
        const headers = { 'cf-connecting-ip': `198.51.${Math.floor(time / 10)}.${time}` };
        await login(use(), 'wrong', headers);
      }
      expectRefusal(await login(use(), PASSWORD), 429, 'RATE_LIMITED');
      const { status, body } = await signIn(use(), key);
      expect(status).to.equal(200);
      const headers = { authorization: `Bearer ${body.token}` };
      const response = key.assert(await optionsToSignIn(use()));
      const proof = await use().call('POST', '/api/admin/reauthenticate', { headers, body: { response } });
      expect(proof.status, JSON.stringify(proof.body)).to.equal(200);
      expectRefusal(await login(use(), PASSWORD), 429, 'RATE_LIMITED');
    });

    itOnce('are limited to 20 sign-ins a minute from a client IP, which others do not notice', async () => {
      const headers = { 'cf-connecting-ip': '203.0.113.50' };
      const statuses = [];
      for (let time = 0; time < 21; time++)
        statuses.push((await use().call('POST', `${LOGIN}/options`, { headers })).status);
      expect(statuses).to.deep.equal([...Array.from({ length: 20 }, () => 200), 429]);
      expect((await use().call('POST', `${LOGIN}/options`)).status).to.equal(200);
    });

    it('need a challenge of the same session to be registered, and are registered once', async () => {
      const former = await newToken(use());
      const begun = await use().call('POST', '/api/admin/passkeys/options', { token: former });
      const body = { name: 'X', response: key.register(begun.body.options as Options) };
      expectRefusal(await use().admin('POST', '/api/admin/passkeys', body), 403, 'PASSKEY_REFUSED');
      const answer = await use().call('POST', '/api/admin/passkeys', { token: former, body });
      expect(answer.status).to.equal(201);
      expectRefusal(await use().call('POST', '/api/admin/passkeys', { token: former, body }), 403, 'PASSKEY_REFUSED');
      const again = { name: 'X', response: key.register(await optionsOf(use(), '/api/admin/passkeys/options')) };
      expectRefusal(await use().admin('POST', '/api/admin/passkeys', again), 409, 'PASSKEY_EXISTS');
    });

    itOnce('stay after a change of the password, and leave a required change in force', async () => {
      await register(use(), 'One', key);
      await startOver(use());
      await use().signIn();
      await setMustChange(use(), true);
      const { status, body } = await signIn(use(), key);
      expect({ status, mustChange: body.mustChange }).to.deep.equal({ status: 200, mustChange: true });
      const refused = await use().call('GET', '/api/admin/session', { token: body.token });
      expectRefusal(refused, 403, 'PASSWORD_CHANGE_REQUIRED');
    });

    it('leave no challenge and no session token in the database or the log', async () => {
      use().logged.length = 0;
      await register(use(), 'One', key);
      const options = await optionsToSignIn(use());
      const text = async () => (await everyRow(use())) + JSON.stringify(use().logged);
      expect(await text()).to.not.include(options.challenge);
      const { body } = await send(use(), key.assert(options));
      expect(await text()).to.not.include(body.token);
    });

    // docs/interface.md, A31, J2
    itOnce(
      'leave the service neither in archives, exports and the audit log nor in its log, and nor do the codes',
      async () => {
        const { admin, clock, database, logged } = use();
        await admin('POST', '/api/posts', { title: 'A post', content: 'A text '.repeat(20) });
        logged.length = 0;
        await register(use(), 'One', key);
        const begun = (await admin('POST', '/api/admin/totp', { password: PASSWORD })).body as { secret: string };
        const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
        const code = totp.generate({ timestamp: clock.now() });
        const { recoveryCodes } = (await admin('POST', '/api/admin/totp/confirm', { code })).body;
        const headers = { 'cf-connecting-ip': '198.51.100.7' };
        const { challenge } = (await login(use(), PASSWORD, headers)).body;
        const [used, wrong] = [recoveryCodes[0] as string, 'aaaa-bbbb-cccc-dddd'];
        for (const [code, status] of [
          [wrong, 401],
          [used, 200],
        ] as const) {
          const body = { challenge, code };
          expect((await use().call('POST', '/api/admin/login', { headers, body })).status).to.equal(status);
        }
        const options = await optionsToSignIn(use());
        const response = key.assert(options);
        await send(use(), response);
        const stored = await Promise.all(
          (['totp', 'recovery_codes', 'passkeys', 'login_challenges'] as const).map((table) =>
            database.kysely.selectFrom(table).selectAll().execute(),
          ),
        );
        const keys = await database.kysely
          .selectFrom('secrets')
          .selectAll()
          .where('name', '=', 'second-factor')
          .execute();
        const secrets = textsIn([begun, recoveryCodes, challenge, wrong, options.challenge, response, stored, keys])
          .flatMap((one) => [one, one.replaceAll('-', '')])
          .filter(
            (one) => one.length >= 16 && !/^\d{4}-|blog\.example|My blog|second-factor|^pk-|^public-key$/.test(one),
          );
        expect(secrets).to.include.members([begun.secret, ...recoveryCodes, challenge, key.credentialId]);

        const { manifest, read } = await openArchive(await archiveOf(use()));
        const members = await Promise.all(manifest.members.map(async (one) => Buffer.from(await read(one.name))));
        const leaving = {
          archive: Buffer.concat(members).toString('latin1'),
          export: JSON.stringify((await admin('GET', '/api/admin/export')).body),
          audit: JSON.stringify((await admin('GET', '/api/admin/audit?limit=100')).body),
          auditExport: JSON.stringify((await admin('GET', '/api/admin/audit/export')).body),
          log: JSON.stringify(logged),
        };
        expect(leaving.audit).to.include('passkeys.create').and.include('totp.confirm').and.include('"admin.login"');
        expect(leaving.audit).to.include('passkeys.login').and.include('admin.login.failed');
        for (const [place, text] of Object.entries(leaving)) {
          expect(text.length, place).to.be.above(100);
          expect(
            secrets.filter((one) => text.includes(one)),
            place,
          ).to.deep.equal([]);
        }
      },
    );
  },
  SITE,
);

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

// docs/interface.md, A32
describeVisited('passkeys and the site address', (use) => {
  it('need one with a host name and HTTPS, and are shown as unusable elsewhere', async () => {
    const setAddress = (siteUrl: string) => use().admin('PUT', '/api/admin/settings', { siteUrl });
    expectRefusal(await use().admin('POST', '/api/admin/passkeys/options'), 400, 'BAD_REQUEST');
    for (const address of ['http://blog.example', 'https://192.0.2.1', '']) {
      await setAddress(address);
      expect((await use().admin('GET', '/api/admin/passkeys')).body).to.include({ host: null });
      expectRefusal(await use().call('POST', `${LOGIN}/options`), 400, 'BAD_REQUEST');
    }
    await setAddress('https://blog.example');
    const key = createAuthenticator();
    await register(use(), 'One', key);
    await setAddress('https://other.example');
    const { passkeys } = (await use().admin('GET', '/api/admin/passkeys')).body;
    expect(passkeys[0]).to.include({ host: 'blog.example', usable: 0 });
    await refuse(use(), key.assert(await optionsToSignIn(use())));
  });
});

for (const kind of databaseKinds) {
  // docs/interface.md, A33
  describe(`two instances with one passkey (${kind.name})`, () => {
    it('accept challenges of each other, each once', async function () {
      if (kind.name !== 'PostgreSQL') return;
      const url = await kind.freshUrl('administrator');
      const instances = await Promise.all([0, 1].map(() => startTestService(kind, { DATABASE_URL: url, ...SITE })));
      const [one, two] = instances as [TestService, TestService];
      const key = createAuthenticator();
      await register(one, 'One', key);
      const response = key.assert(await optionsToSignIn(one));
      const race = await Promise.all([send(one, response), send(two, response)]);
      expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 401]);
      expect((await send(one, key.assert(await optionsToSignIn(two)))).status).to.equal(200);
      await Promise.all(instances.map((instance) => instance.close()));
    });
  });
}
