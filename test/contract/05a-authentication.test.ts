import { expect } from 'chai';

import { procedures, routes } from '../../server/routes.ts';
import { expectRefusal, submit } from '../support/comments.ts';
import { heldBy, inFile, notShown } from '../support/held.ts';
import { open, visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { PASSWORD } from '../support/service.ts';
import { login, newToken, setMustChange } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

const LIMITER = 'test/login-limiter.test.ts';
const DAY = 86_400_000;

/** interface.md, "Authentication", rule by rule. */
describeVisited('contract: authentication', (use) => {
  it('1. Endpoints marked Bearer require Authorization: Bearer <token>', async () => {
    for (const [method, path] of [
      ['POST', '/api/posts'],
      ['PUT', '/api/posts/x'],
      ['DELETE', '/api/posts/x'],
      ['GET', '/api/comments'],
      ['PUT', '/api/comments/x'],
      ['DELETE', '/api/comments/x'],
    ] as const) {
      const refused = await use().call(method, path);
      expectRefusal(refused, 401, 'UNAUTHORIZED');
      expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
    }
  });

  it('1. … a session token of the single administrator', async () => {
    const { body } = await login(use(), PASSWORD);
    expect((await use().call('GET', '/api/comments', { token: body.token as string })).status).to.equal(200);
    const rows = await use().database.kysely.selectFrom('administrators').selectAll().execute();
    expect(rows).to.have.length(1);
  });

  it('1. Public endpoints (reads, comment submission) need nothing', async () => {
    expect((await use().call('GET', '/api/posts')).status).to.equal(200);
    expect((await submit(use(), 'gb-note', { author: 'Ann', content: 'Public' })).status).to.equal(201);
  });

  heldBy(
    '2. The administrator password is stored as a PBKDF2-SHA256 hash',
    'test/passwords.test.ts',
    'as PBKDF2-SHA256 of 600,000 rounds',
  );

  it('2. The minimum password length is 8 characters', async () => {
    const change = async (password: string) =>
      use().call('POST', '/api/admin/change-password', {
        token: await newToken(use()),
        body: { current: PASSWORD, password },
      });
    expectRefusal(await change('1234567'), 400, 'BAD_REQUEST');
    expect((await change('12345678')).status).to.equal(200);
    await use().call('POST', '/api/admin/change-password', {
      token: await newToken(use()),
      body: { current: '12345678', password: PASSWORD },
    });
    await use().signIn();
  });

  it('3. With must_change every administrator API returns 403 PASSWORD_CHANGE_REQUIRED', async () => {
    const token = await newToken(use());
    await setMustChange(use(), true);
    for (const { method, path, name } of routes) {
      if (procedures[name]?._def.meta === undefined) continue;
      const { access } = procedures[name]._def.meta as { access: string };
      if (access !== 'administrator') continue;
      const refused = await use().call(method, path.replace(/\{\w+\}/, 'x'), { token });
      expectRefusal(refused, 403, 'PASSWORD_CHANGE_REQUIRED');
    }
    await setMustChange(use(), false);
  });

  it('3. … except change-password and logout', async () => {
    const token = await newToken(use());
    await setMustChange(use(), true);
    const changed = await use().call('POST', '/api/admin/change-password', { token, body: {} });
    expectRefusal(changed, 400, 'BAD_REQUEST');
    expect((await use().call('POST', '/api/admin/logout', { token })).body).to.deep.equal({ ok: true });
    await setMustChange(use(), false);
  });

  heldBy(
    '4. If a setup key is configured, POST /api/admin/setup must send X-Setup-Key',
    'test/admin-setup.test.ts',
    'refuses a missing and a wrong key, on both faces',
  );
  heldBy(
    '4. If none is configured, a random default password xxxx-xxxx is generated and must be changed after login',
    'test/admin-setup.test.ts',
    'has the form xxxx-xxxx',
    'signs in and says that it has to be changed',
  );

  heldBy('5. One client IP with 5 failures gets a 15 minute cooldown', LIMITER, 'the 5th failure of an address');
  heldBy(
    '5. One subnet (IPv4 /24) with 15 failures gets a 60 second cooldown',
    LIMITER,
    '15 failures of a subnet bring 60 seconds (IPv4 /24)',
  );
  heldBy('5. … IPv6 first 4 groups', LIMITER, '15 failures of a subnet bring 60 seconds (IPv6');
  heldBy(
    '5. The whole site with 30 failures gets a 10 second cooldown and an alert log',
    LIMITER,
    '30 failures anywhere',
  );
  heldBy(
    '5. During a cooldown 429 before any database read or write',
    LIMITER,
    'a cooldown answers before any read or write',
  );
  heldBy('5. Counters age out after 1 hour', LIMITER, 'a failure is forgotten one hour after it happened');
  heldBy('5. Counters are kept when a cooldown ends', LIMITER, 'after a cooldown one more failure starts it anew');
  heldBy(
    '6. The correct X-Setup-Key skips all limiters; the password is still checked',
    LIMITER,
    'the right setup key skips',
  );
  heldBy(
    '7. The edge binding (10 a minute) replaces database counting when present',
    LIMITER,
    '10 sign-ins a minute pass',
  );
  heldBy('7. Without it, database counting is used', LIMITER, 'remembers failures and cooldowns');

  it('8. Draft preview links are signed with HMAC-SHA256', async () => {
    await write(use(), { id: 'draft', content: 'Early text', status: 'draft' });
    const { body } = await use().admin('POST', '/api/posts/draft/preview-link');
    const signature = (body.token as string).split('.').at(-1) ?? '';
    expect(Buffer.from(signature, 'base64url')).to.have.length(32);
  });

  it('8. … default validity 7 days, configurable between 1 and 30 days', async () => {
    const days = async (body?: unknown) => {
      const answer = await use().admin('POST', '/api/posts/draft/preview-link', body);
      return (Date.parse(answer.body.expiresAt as string) - use().clock.now()) / DAY;
    };
    expect([await days(), await days({ days: 1 }), await days({ days: 30 })]).to.deep.equal([7, 1, 30]);
    await use().admin('PUT', '/api/admin/settings', { previewDays: 3 });
    expect(await days()).to.equal(3);
    for (const previewDays of [0, 31]) {
      expectRefusal(await use().admin('PUT', '/api/admin/settings', { previewDays }), 400, 'BAD_REQUEST');
    }
    expectRefusal(await use().admin('POST', '/api/posts/draft/preview-link', { days: 31 }), 400, 'BAD_REQUEST');
  });

  it('8. A preview page is noindex, is not counted in statistics and does not load comments', async () => {
    const { token } = (await use().admin('POST', '/api/posts/draft/preview-link')).body as { token: string };
    const { status, headers, text } = await visit(use(), `/preview/${token}`);
    expect([status, headers.get('x-robots-tag')]).to.deep.equal([200, 'noindex']);
    expect(text).to.include('Early text').and.include('<meta name="robots" content="noindex"');
    expect(text).to.not.match(/data-view|data-thread|\/comments/);
    await open(use(), `/api/preview/${token}`);
    await use().services.views.flush();
    expect((await use().admin('GET', '/api/posts/draft')).body.post.views).to.equal(0);
  });

  heldBy(
    '8. Changing the site password invalidates all preview links',
    'test/preview.test.ts',
    'end with a change of the password',
  );

  heldBy(
    '9. Comment posting checks the request Origin',
    'test/comments-origin.test.ts',
    'refuses every other, also null',
  );
  it('9. If the site address setting is missing, cross-origin checks fail closed', async () => {
    const headers = { origin: 'https://blog.example' };
    const refused = await submit(use(), 'gb-note', { author: 'Ann', content: 'x' }, headers);
    expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
    expect(refused.body.error).to.match(/site address in Settings/);
  });

  notShown('Login endpoint', 'POST /api/admin/login { password } → { ok, token, expiresIn, mustChange }', async () => {
    const { status, body } = await login(use(), PASSWORD);
    expect(status).to.equal(200);
    expect(body).to.include({ ok: true, expiresIn: 604_800, mustChange: false });
  });
  notShown(
    'Change-password endpoint',
    'POST /api/admin/change-password { current, password } → { ok, token, expiresIn }',
    inFile('test/admin.test.ts', 'ends every session and answers with a fresh token that is good for a week'),
  );
  notShown(
    'Token lifetime and format',
    '7 days; 32 random bytes as base64url, of which only the SHA-256 is stored',
    inFile(
      'test/admin.test.ts',
      'answers the right password with a token of 32 random bytes that is good for a week',
      'comes after exactly seven days',
      'keeps no token, only its SHA-256',
    ),
  );
});
