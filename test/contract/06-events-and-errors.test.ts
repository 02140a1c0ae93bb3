import { expect } from 'chai';

import { procedures } from '../../server/http/procedure-routes.ts';
import { expectRefusal, submit } from '../support/comments.ts';
import { expectFailure, expectShape } from '../support/http.ts';
import { open } from '../support/pages.ts';
import { newToken, setMustChange } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

/** Events: docs/interface.md, K16 */
describe('contract: events', () => {
  it('events.stream is the only subscription', () => {
    const subscriptions = Object.entries(procedures).filter(([, { _def }]) => (_def.type as string) === 'subscription');
    expect(subscriptions.map(([name]) => name)).to.deep.equal(['events.stream']);
  });
});

/** Errors: docs/interface.md, E1, E3, E4 */
describeVisited('contract: errors', (use) => {
  for (const id of ['gb-note', 'a-post']) {
    it(`409: the same comment on ${id} already exists`, async () => {
      await use().admin('POST', '/api/posts', { title: 'A post' });
      const body = { author: 'Ann', content: 'Same' };
      await submit(use(), id, body);
      expectRefusal(await submit(use(), id, body), 409, 'DUPLICATE_COMMENT');
    });
  }

  it('429: per-IP limit exceeded on a public read endpoint, with Retry-After', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const ask = () => use().call('GET', '/api/search', { headers });
    for (let time = 0; time < 60; time++) expect((await ask()).status).to.equal(200);
    const refused = await ask();
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
  });

  it('403 PASSWORD_CHANGE_REQUIRED: administrator API called while the password change is pending', async () => {
    const token = await newToken(use());
    await setMustChange(use(), true);
    const refused = await use().call('GET', '/api/comments', { token });
    await setMustChange(use(), false);
    expectRefusal(refused, 403, 'PASSWORD_CHANGE_REQUIRED');
  });

  it('404: unknown path under /api/; the body is JSON, never HTML', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expectFailure(await use().call(method, '/api/unknown'), 404, 'NOT_FOUND');
    }
  });

  it('The guestbook uses the same errors as comments', async () => {
    for (const body of [{}, { author: 'Ann', content: '' }, { author: 7, content: 'x' }]) {
      const [one, other] = [await submit(use(), 'gb-idea', body), await submit(use(), 'a-post', body)];
      expect([one.status, one.body]).to.deep.equal([other.status, other.body]);
    }
  });

  it('The front end displays the reason passed on by the back end', async () => {
    expect(await open(use(), '/guestbook')).to.match(/<script src="\/assets\/site\.js/);
    const answer = await fetch(`${use().url}/posts/nobody/comments`, {
      method: 'POST',
      headers: { origin: use().url },
      body: new URLSearchParams({ author: 'Ann', content: 'To nobody' }),
    });
    expect(answer.status).to.equal(404);
    expect(await answer.text()).to.include('There is no post with this id.');
  });

  it('Error response body shape: { ok: false, error, code, issues?, currentVersion? }', async () => {
    const { body: missing } = await use().call('GET', '/api/posts/nobody');
    expectShape(missing, { ok: 'boolean', error: 'string', code: 'string' });
    const { body: wrong } = await submit(use(), 'gb-note', {});
    expectShape(wrong, { ok: 'boolean', error: 'string', code: 'string', issues: 'array' });
    for (const issue of wrong.issues) expectShape(issue, { path: 'string', message: 'string' });
    await use().admin('POST', '/api/posts', { id: 'stale', title: 'x' });
    const { body: stale } = await use().admin('PUT', '/api/posts/stale', { title: 'y', ifVersion: 0 });
    expectShape(stale, { ok: 'boolean', error: 'string', code: 'string', currentVersion: 'number' });
  });

  it('Status code and code for origin failure: 403 ORIGIN_NOT_ALLOWED', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const refused = await submit(use(), 'gb-note', { author: 'Ann', content: 'x' }, headers);
    expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
  });
  it('Status codes and codes for invalid input: 400 BAD_REQUEST, PARSE_ERROR, NESTING_TOO_DEEP', async () => {
    const send = (raw: string) => use().call('POST', '/api/posts/gb-note/comments', { raw });
    expectRefusal(await send('{"author":1}'), 400, 'BAD_REQUEST');
    expectRefusal(await send('{"author":'), 400, 'PARSE_ERROR');
    expectRefusal(await send('['.repeat(65) + ']'.repeat(65)), 400, 'NESTING_TOO_DEEP');
  });
  it('Status code and code for a missing or invalid token: 401 UNAUTHORIZED', async () => {
    expectRefusal(await use().call('GET', '/api/comments'), 401, 'UNAUTHORIZED');
    expectRefusal(await use().call('GET', '/api/comments', { token: 'nonsense' }), 401, 'UNAUTHORIZED');
  });
});
