import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { PASSWORD } from '../support/service.ts';
import { login, newToken, setMustChange, startOver } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

/** Rules of the administrator: docs/interface.md, A1, A2, A10, A16, L10 */
describeVisited('contract: administrator', (use) => {
  it('POST /api/admin/login { password } → { ok, token, expiresIn: 604800, mustChange }', async () => {
    const { body } = await login(use(), PASSWORD);
    expect(body).to.have.all.keys('ok', 'token', 'expiresIn', 'mustChange');
    expect(Buffer.from(body.token as string, 'base64url')).to.have.length(32);
    expect(body).to.include({ expiresIn: 604_800, mustChange: false });
  });
  it('… mustChange tells whether the password has to be changed', async () => {
    await setMustChange(use(), true);
    expect((await login(use(), PASSWORD)).body.mustChange).to.equal(true);
    await setMustChange(use(), false);
  });

  it('POST /api/admin/logout → { ok }', async () => {
    const token = await newToken(use());
    expect((await use().call('POST', '/api/admin/logout', { token })).body).to.deep.equal({ ok: true });
    expectRefusal(await use().call('GET', '/api/admin/session', { token }), 401, 'UNAUTHORIZED');
  });
  it('POST /api/admin/change-password { current, password } → { ok, token, expiresIn }', async () => {
    const token = await newToken(use());
    const body = { current: PASSWORD, password: 'another password' };
    const answer = await use().call('POST', '/api/admin/change-password', { token, body });
    expect(answer.body).to.have.all.keys('ok', 'token', 'expiresIn');
    expect(answer.body.expiresIn).to.equal(604_800);
    use().token = await startOver(use());
    await use().signIn();
  });
  it('GET /api/admin/session → { ok, expiresAt }; 401 without a valid token, 403 with a must-change one', async () => {
    const token = await newToken(use());
    const { body } = await use().call('GET', '/api/admin/session', { token });
    expect(Date.parse(body.expiresAt as string)).to.equal(use().clock.now() + 604_800_000);
    expectRefusal(await use().call('GET', '/api/admin/session'), 401, 'UNAUTHORIZED');
    await setMustChange(use(), true);
    expectRefusal(await use().call('GET', '/api/admin/session', { token }), 403, 'PASSWORD_CHANGE_REQUIRED');
    await setMustChange(use(), false);
  });

  it('Refused attempts do not count', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.9' };
    const attempt = (password: string) => login(use(), password, headers);
    for (let time = 0; time < 5; time++) await attempt('wrong password');
    for (let time = 0; time < 20; time++) expect((await attempt('wrong password')).status).to.equal(429);
    expect((await login(use(), PASSWORD, { 'cf-connecting-ip': '198.51.100.10' })).status).to.equal(200);
    use().clock.advance(15 * 60_000);
    expect((await attempt(PASSWORD)).status).to.equal(200);
  });
  it('IPv4-mapped IPv6 counts as IPv4', async () => {
    for (let time = 0; time < 5; time++) {
      const address = time % 2 === 0 ? '203.0.113.5' : '::ffff:203.0.113.5';
      expect((await login(use(), 'wrong password', { 'cf-connecting-ip': address })).status).to.equal(401);
    }
    const refused = await login(use(), PASSWORD, { 'cf-connecting-ip': '::FFFF:203.0.113.5' });
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.equal('900');
  });
});
