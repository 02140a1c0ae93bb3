import { expect } from 'chai';

import { createDefaultAdministrator } from '../routers/admin/account.ts';
import { generatePassword } from '../routers/admin/passwords.ts';
import type { Answer } from './support/service.ts';
import { everyRow, login, statusOf } from './support/sessions.ts';
import { describeVisited, refusal, statuses } from './support/visitors.ts';

const KEY = 'the setup key';
const CHOSEN = 'chosen password';
const noAdministrator = { administrator: false };

function expectRefused({ status, body }: Answer, expected: { status: number; code: string }): void {
  expect({ status, code: body.code }).to.deep.equal(expected);
}

describeVisited.onBothEngines(
  'admin: set-up with a setup key',
  (use) => {
    const setUp = (password: unknown, key?: string) =>
      use().call('POST', '/api/admin/setup', { body: { password }, ...(key && { headers: { 'x-setup-key': key } }) });

    it('does not allow sign-in before', async () => {
      expectRefused(await login(use(), CHOSEN), { status: 401, code: 'WRONG_PASSWORD' });
    });

    it('rejects a missing and a wrong key, over REST and tRPC', async () => {
      const expected = { status: 403, code: 'SETUP_KEY_INVALID' };
      for (const key of [undefined, 'wrong', `${KEY}x`, KEY.toUpperCase()])
        expectRefused(await setUp(CHOSEN, key), expected);
      expect(await refusal(use().trpc(null).admin.setup.mutate({ password: CHOSEN }))).to.include(expected);
    });

    it('rejects a password that is too short or too long', async () => {
      for (const password of ['1234567', 'x'.repeat(201), undefined, null]) {
        expectRefused(await setUp(password, KEY), { status: 400, code: 'BAD_REQUEST' });
      }
    });

    it('happens once, also for ten concurrent calls: 201, then 409', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(CHOSEN, KEY)));
      expect(statuses(answers)).to.deep.equal([201, ...Array<number>(9).fill(409)]);
      const made = answers.find(({ status }) => status === 201)!;
      expect(made.body).to.deep.equal({ ok: true });
      expect(made.headers.get('location')).to.equal(null);
      expectRefused(await setUp('another password', KEY), { status: 409, code: 'ALREADY_SET_UP' });
      expectRefused(await setUp('another password', 'wrong'), { status: 403, code: 'SETUP_KEY_INVALID' });
    });

    it('sets a password that need not be changed', async () => {
      const { body } = await login(use(), CHOSEN);
      expect(body).to.include({ ok: true, mustChange: false });
      expect(await statusOf(use(), body.token)).to.equal(200);
    });

    it('requires the key at login to be right or absent, and never accepts it in place of the password', async () => {
      expect((await login(use(), CHOSEN, { 'x-setup-key': KEY })).status).to.equal(200);
      expectRefused(await login(use(), 'wrong', { 'x-setup-key': KEY }), { status: 401, code: 'WRONG_PASSWORD' });
      expectRefused(await login(use(), CHOSEN, { 'x-setup-key': 'wrong' }), { status: 403, code: 'SETUP_KEY_INVALID' });
    });
  },
  { SETUP_KEY: KEY },
  noAdministrator,
);

describeVisited.onBothEngines(
  'admin: set-up without a setup key',
  (use) => {
    it('happens once, and ignores the header', async () => {
      const headers = { 'x-setup-key': 'whatever' };
      const setUp = () => use().call('POST', '/api/admin/setup', { body: { password: CHOSEN }, headers });
      expect((await setUp()).status).to.equal(201);
      expectRefused(await setUp(), { status: 409, code: 'ALREADY_SET_UP' });
    });
  },
  {},
  noAdministrator,
);

describeVisited.onBothEngines(
  'admin: the generated first password',
  (use) => {
    const form = /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/;
    let generated: string;
    let token: string;

    before(async () => {
      generated = (await createDefaultAdministrator(use().services)) ?? '';
      token = (await login(use(), generated)).body.token;
    });
    const change = (password: string, current = generated) =>
      use().call('POST', '/api/admin/change-password', { token, body: { current, password } });

    it('has the form xxxx-xxxx without i, l, o, 0 and 1, and is random', () => {
      const many = Array.from({ length: 500 }, generatePassword);
      for (const password of [generated, ...many]) expect(password).to.match(form);
      expect(new Set(many).size).to.equal(500);
      expect(new Set(many.join('').replaceAll('-', '')).size).to.equal(31);
    });

    it('is generated only at the first start', async () => {
      expect(await createDefaultAdministrator(use().services)).to.equal(null);
    });

    it('is neither in the database nor in the log', async () => {
      expect(await everyRow(use())).to.not.include(generated);
      expect(JSON.stringify(use().logged)).to.not.include(generated);
    });

    it('signs in, and reports that it must be changed', async () => {
      expect((await login(use(), generated)).body).to.include({ ok: true, mustChange: true });
    });

    it('allows only the change of the password and sign-out', async () => {
      for (const path of [
        '/api/admin/session',
        '/api/comments',
        '/api/admin/settings',
        '/api/media',
        '/api/admin/export',
      ]) {
        expectRefused(await use().call('GET', path, { token }), { status: 403, code: 'PASSWORD_CHANGE_REQUIRED' });
      }
      const other = (await login(use(), generated)).body.token;
      expect((await use().call('POST', '/api/admin/logout', { token: other })).status).to.equal(200);
    });

    it('counts as no token on public endpoints', async () => {
      const [own, none] = [
        await use().call('GET', '/api/posts?status=draft', { token }),
        await use().call('GET', '/api/posts?status=draft'),
      ];
      expect([own.status, own.body]).to.deep.equal([none.status, none.body]);
    });

    it('cannot be chosen, neither now nor later', async () => {
      expect((await change(generated)).body.issues?.[0]?.path).to.equal('password');
      token = (await change(CHOSEN)).body.token;
      expect(await statusOf(use(), token)).to.equal(200);
      expect((await change(generated, CHOSEN)).body.issues?.[0]?.path).to.equal('password');
      expect((await login(use(), CHOSEN)).body).to.include({ ok: true, mustChange: false });
    });
  },
  {},
  noAdministrator,
);
