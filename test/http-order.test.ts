import { expect } from 'chai';

import { expectFailure } from './support/http.ts';
import type { CallOptions } from './support/service.ts';
import { newToken, setMustChange } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

type Case = [status: number, code: string, method: string, path: string, options: CallOptions];

const evil = { origin: 'https://evil.example' };
const text = { 'content-type': 'text/plain' };
const old = { 'if-match': '"0"' };

/** Each request violates all rules from its own on; the first one decides. */
const writes: Case[] = [
  [404, 'NOT_FOUND', 'PATCH', '/api/nothing', { raw: '{', headers: { ...text, ...old } }],
  [405, 'METHOD_NOT_ALLOWED', 'PATCH', '/api/posts/none', { raw: '{', headers: { ...text, ...old } }],
  [401, 'UNAUTHORIZED', 'PUT', '/api/posts/none', { raw: '{', headers: { ...text, ...old }, token: 'stale' }],
  [401, 'UNAUTHORIZED', 'GET', '/api/comments?page=0&x=%zz', {}],
];
const asAdministrator: Case[] = [
  [415, 'UNSUPPORTED_MEDIA_TYPE', 'PUT', '/api/posts/none', { raw: '{', headers: { ...text, ...old } }],
  [400, 'PARSE_ERROR', 'PUT', '/api/posts/none', { raw: '{', headers: old }],
  [400, 'BAD_REQUEST', 'PUT', '/api/posts/none', { body: { title: '' }, headers: old }],
  [404, 'NOT_FOUND', 'PUT', '/api/posts/none', { body: { title: 'x' }, headers: old }],
  [412, 'PRECONDITION_FAILED', 'PUT', '/api/posts/here', { body: { title: 'x' }, headers: old }],
  [412, 'PRECONDITION_FAILED', 'DELETE', '/api/posts/here', { headers: old }],
];
const asVisitor: Case[] = [
  [403, 'ORIGIN_NOT_ALLOWED', 'POST', '/api/posts/none/comments', { raw: '{', headers: { ...text, ...evil } }],
  [415, 'UNSUPPORTED_MEDIA_TYPE', 'POST', '/api/posts/none/comments', { raw: '{', headers: text }],
  [400, 'PARSE_ERROR', 'POST', '/api/posts/none/comments', { raw: '{' }],
  [400, 'BAD_REQUEST', 'POST', '/api/posts/none/comments', { body: { author: '' } }],
  [404, 'NOT_FOUND', 'POST', '/api/posts/none/comments', { body: { author: 'a', content: 'twice', parentId: 'c-x' } }],
  [400, 'BAD_REQUEST', 'POST', '/api/posts/gb-note/comments', { body: { author: 'a', content: 'b', parentId: 'c-x' } }],
  [409, 'DUPLICATE_COMMENT', 'POST', '/api/posts/gb-note/comments', { body: { author: 'a', content: 'twice' } }],
];

// docs/interface.md, W15
describeVisited('http: precedence of errors', (use) => {
  before(async () => {
    await use().admin('POST', '/api/posts', { title: 'Here', id: 'here' });
    await use().call('POST', '/api/posts/gb-note/comments', { body: { author: 'a', content: 'twice' } });
  });

  for (const [status, code, method, path, options] of [...writes, ...asVisitor]) {
    it(`${code} for ${method} ${path} of a visitor, ${Object.keys(options.headers ?? {}).join(' and ') || 'as it is'}`, async () => {
      expectFailure(await use().call(method, path, options), status, code);
    });
  }

  for (const [status, code, method, path, options] of asAdministrator) {
    it(`${code} for ${method} ${path} by the administrator`, async () => {
      expectFailure(await use().call(method, path, { ...options, token: use().token }), status, code);
    });
  }

  it('a pending password change precedes the body, and an invalid token precedes that', async () => {
    const token = await newToken(use());
    await setMustChange(use(), true);
    const body = { raw: '{', headers: text };
    const answers = [
      await use().call('PUT', '/api/posts/none', { ...body, token }),
      await use().call('GET', '/api/comments?page=0', { token }),
      await use().call('PUT', '/api/posts/none', { ...body, token: 'stale' }),
    ];
    const reads = await use().call('GET', '/api/posts', { token });
    await setMustChange(use(), false);
    expectFailure(answers[0]!, 403, 'PASSWORD_CHANGE_REQUIRED');
    expectFailure(answers[1]!, 403, 'PASSWORD_CHANGE_REQUIRED');
    expectFailure(answers[2]!, 401, 'UNAUTHORIZED');
    expect(reads.status).to.equal(200);
  });

  it('a rate limit precedes the token, the Origin and the body', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.200', ...evil, ...text };
    const send = () => use().call('POST', '/api/posts/none/comments', { raw: '{', headers });
    for (let at = 0; at < 60; at++) expectFailure(await send(), 403, 'ORIGIN_NOT_ALLOWED');
    const refused = await send();
    expectFailure(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
  });
});
