import { expect } from 'chai';

import { procedures, routes } from '../../server/http/procedure-routes.ts';
import { expectRefusal, submit } from '../support/comments.ts';
import { open, visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { PASSWORD } from '../support/service.ts';
import { login, newToken, setMustChange } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

const DAY = 86_400_000;

/** Authentication: docs/interface.md, A1, A2, A8, R8, R9, R11, H14 */
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

  it('9. If the site address setting is missing, cross-origin checks fail closed', async () => {
    const headers = { origin: 'https://blog.example' };
    const refused = await submit(use(), 'gb-note', { author: 'Ann', content: 'x' }, headers);
    expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
    expect(refused.body.error).to.match(/site address in Settings/);
  });

  it('Login endpoint: POST /api/admin/login { password } → { ok, token, expiresIn, mustChange }', async () => {
    const { status, body } = await login(use(), PASSWORD);
    expect(status).to.equal(200);
    expect(body).to.include({ ok: true, expiresIn: 604_800, mustChange: false });
  });
});
