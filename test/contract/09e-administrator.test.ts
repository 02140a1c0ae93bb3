import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { heldBy } from '../support/held.ts';
import { PASSWORD } from '../support/service.ts';
import { login, newToken, setMustChange, startOver } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

const ADMIN = 'test/admin.test.ts';
const SETUP = 'test/admin-setup.test.ts';
const LIMITER = 'test/login-limiter.test.ts';
const PASSWORDS = 'test/passwords.test.ts';

/** decisions.md, "Administrator", in its order. */
describeVisited('decisions: administrator', (use) => {
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
  heldBy('Only the SHA-256 of a token is stored', ADMIN, 'keeps no token, only its SHA-256');
  heldBy('7 days', ADMIN, 'comes after exactly seven days');
  heldBy(
    'A password change ends every session and returns a fresh token',
    ADMIN,
    'ends every session and answers with a fresh',
  );

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

  heldBy(
    'POST /api/admin/setup { password } → 201 { ok }; already set up: 409',
    SETUP,
    'happens once, also when ten try',
  );
  heldBy('Setup key set and header wrong or missing: 403', SETUP, 'refuses a missing and a wrong key');
  heldBy(
    'The first start makes xxxx-xxxx, without i, l, o, 0, 1',
    SETUP,
    'has the form xxxx-xxxx',
    'is made for the first start only',
  );
  heldBy(
    '… prints it once on the console',
    'test/start.test.ts',
    'serves, and prints its address and a default password once',
  );
  heldBy('… never in an answer or the structured log', SETUP, 'is nowhere in the database or in the log');
  heldBy(
    'ADMIN_PASSWORD sets a chosen one while no administrator exists',
    'test/start.test.ts',
    'takes ADMIN_PASSWORD while there is no',
  );
  heldBy('No password is made with SETUP_KEY', 'test/start.test.ts', 'makes no password with SETUP_KEY');

  heldBy('New passwords: 8–200 characters', ADMIN, 'has 8 to 200 characters, by code points');
  heldBy('… not the current one', ADMIN, 'must not be the current one');
  heldBy('… not the generated one', SETUP, 'may never be chosen, neither now nor after others');
  heldBy(
    'PBKDF2-SHA256 with 600,000 iterations, 16-byte salt, count stored',
    PASSWORDS,
    'as PBKDF2-SHA256 of 600,000 rounds',
  );
  heldBy('… re-hashed at login when the constant grew', PASSWORDS, 'with more rounds after the next sign-in');
  heldBy(
    'At most 2 hashes at once, 20 wait, then 503 with Retry-After 2',
    PASSWORDS,
    'answers 503 with Retry-After: 2',
    'lets two run and twenty wait',
  );
  heldBy('… post encryption has its own line', PASSWORDS, 'keeps posts and sign-ins in lines of their own');

  heldBy('A failure is forgotten one hour after it happened', LIMITER, 'a failure is forgotten one hour');
  heldBy(
    'The 5th (15th, 30th) failure still answers 401, the next attempt 429',
    LIMITER,
    'the 5th failure',
    '15 failures',
    '30 failures',
  );
  heldBy('After a cooldown one more failure starts it anew', LIMITER, 'after a cooldown one more failure');
  heldBy("A success clears its own address's counter only", LIMITER, 'a success clears the counter of its own address');
  it('Refused attempts do not count', async () => {
    const headers = { 'cf-connecting-ip': '198.51.100.9' };
    const attempt = (password: string) => login(use(), password, headers);
    for (let time = 0; time < 5; time++) await attempt('wrong password');
    for (let time = 0; time < 20; time++) expect((await attempt('wrong password')).status).to.equal(429);
    expect((await login(use(), PASSWORD, { 'cf-connecting-ip': '198.51.100.10' })).status).to.equal(200);
    use().clock.advance(15 * 60_000);
    expect((await attempt(PASSWORD)).status).to.equal(200);
  });
  heldBy(
    'Attempts are reserved before hashing, within batches',
    LIMITER,
    'of 100 wrong attempts at once at most 5 are hashed',
  );
  heldBy(
    'In a cooldown 429 before any read or write of the database',
    LIMITER,
    'a cooldown answers before any read or write',
  );
  heldBy('… the state is loaded at start', LIMITER, 'remembers failures and cooldowns');
  heldBy('The right X-Setup-Key skips the tiers and counts nothing', LIMITER, 'the right setup key skips the tiers');
  heldBy('… a wrong one: 403 SETUP_KEY_INVALID and one failure', LIMITER, 'a wrong setup key is refused and counts');
  heldBy(
    'Wrong setup keys at set-up and a wrong current count as well',
    LIMITER,
    'a wrong setup key at set-up',
    'a wrong current password',
  );
  it('IPv4-mapped IPv6 counts as IPv4', async () => {
    for (let time = 0; time < 5; time++) {
      const address = time % 2 === 0 ? '203.0.113.5' : '::ffff:203.0.113.5';
      expect((await login(use(), 'wrong password', { 'cf-connecting-ip': address })).status).to.equal(401);
    }
    const refused = await login(use(), PASSWORD, { 'cf-connecting-ip': '::FFFF:203.0.113.5' });
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.equal('900');
  });
  heldBy('LOGIN_LIMITER=edge lets 10 logins a minute through', LIMITER, '10 sign-ins a minute pass');
});
