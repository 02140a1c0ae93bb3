import { gzipSync } from 'node:zlib';
import { expect } from 'chai';

import { expectFailure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

const COMMENTS = '/api/posts/gb-note/comments';
const KIB = 1024;
/** The head of a comment request, with the headers of its body. */
const head = (...headers: string[]) =>
  request(`POST ${COMMENTS} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...headers);
const comment = (text: string) => JSON.stringify({ author: 'Ann', content: text });
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

// docs/interface.md, W8, W9, W10
describeVisited('http: request bodies', (use) => {
  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    use().call('POST', COMMENTS, { raw, headers });

  for (const raw of [
    '{',
    '{"author":',
    'hello',
    '{"a":1}}',
    "{'a':1}",
    '{"a":\u0000}',
    '{"a":"\n"}',
    'NaN',
    '[1,]',
    '\ufeff\ufeff{}',
  ]) {
    it(`answers 400 PARSE_ERROR for ${JSON.stringify(raw)}`, async () => {
      expectFailure(await post(raw), 400, 'PARSE_ERROR');
    });
  }

  it('answers 400 PARSE_ERROR for invalid UTF-8', async () => {
    for (const bytes of [
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xc3],
    ]) {
      expectFailure(await post(Uint8Array.from(bytes)), 400, 'PARSE_ERROR');
    }
  });

  for (const raw of ['[]', 'null', '1', 'true', '"text"', '[{"author":"a","content":"b"}]', '', '  \n']) {
    it(`answers 400 for ${JSON.stringify(raw)}, which is not an object with the fields`, async () => {
      expectFailure(await post(raw), 400, 'BAD_REQUEST');
    });
  }

  it('answers 400 NESTING_TOO_DEEP beyond 64 levels, and counts no brackets in strings', async () => {
    for (const levels of [64, 1000, 10_000, 100_000]) {
      expectFailure(await post(`{"author":${deep(levels)}}`), 400, 'NESTING_TOO_DEEP');
    }
    expectFailure(await post('{"a":'.repeat(10_000)), 400, 'NESTING_TOO_DEEP');
    expectFailure(await post(`{"author":${deep(63)}}`), 400, 'BAD_REQUEST');
    expect((await post(comment(`\\"${deep(2000)}`))).status).to.equal(201);
  });

  it('treats __proto__ and constructor as unknown fields', async () => {
    const proto = '"__proto__":{"author":"P","id":"gb-idea","polluted":1},"constructor":{"prototype":{"polluted":1}}';
    expectFailure(await post(`{${proto}}`), 400, 'BAD_REQUEST');
    const { status, body } = await post(`{${proto},"author":"Ann","content":"proto"}`);
    expect(status).to.equal(201);
    expect(body.comment).to.include({ author: 'Ann', post_id: 'gb-note' });
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
  });

  for (const type of [
    'application/json; charset=utf-8',
    'APPLICATION/JSON;CHARSET="UTF-8"',
    'application/json ; a=b',
  ]) {
    it(`accepts the content type ${type}`, async () => {
      expect((await post(comment(type), { 'content-type': type })).status).to.equal(201);
    });
  }

  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application'];
  for (const type of [
    ...types,
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'text/json',
    '',
  ]) {
    it(`answers 415 for the content type ${JSON.stringify(type)}`, async () => {
      expectFailure(await post(comment('x'), { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });
  }

  it('answers 415 for a body without a content type', async () => {
    const line = `POST ${COMMENTS} HTTP/1.1`;
    const [answer] = await sendRaw(use().url, request(line, 'Host: a', 'Content-Length: 2'), '{}');
    expectFailure(answer!, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('answers 415 for a compressed body, over REST and tRPC', async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'x-unknown']) {
      const answer = await post(gzipSync(comment('x')), { 'content-encoding': encoding });
      expectFailure(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    const headers = { 'content-encoding': 'gzip' };
    const rpc = await use().call('POST', '/trpc/comments.submit', { raw: gzipSync('{}'), headers });
    expect(rpc.status).to.equal(415);
    expect((await post(comment('plain'), { 'content-encoding': 'identity' })).status).to.equal(201);
  });

  it('requires no content type for a POST, PUT or DELETE without a body', async () => {
    const { id } = (await use().admin('POST', '/api/posts', { title: 'Bodyless' })).body;
    const headers = { authorization: `Bearer ${use().token}` };
    expect((await use().call('PUT', `/api/posts/${id}`, { headers })).status).to.equal(200);
    expect((await use().call('DELETE', `/api/posts/${id}`, { headers })).status).to.equal(200);
    const { token } = use();
    for (const line of ['POST /api/admin/login HTTP/1.1', `POST ${COMMENTS} HTTP/1.1`]) {
      const [answer] = await sendRaw(use().url, request(line, 'Host: a', `Authorization: Bearer ${token}`));
      expectFailure(answer!, 400, 'BAD_REQUEST');
    }
  });

  it('limits public calls to 256 KiB, by Content-Length and by received bytes', async () => {
    const exact = `{"author":"Ann","content":"x","pad":"${'x'.repeat(256 * KIB - 39)}"}`;
    expect(exact).to.have.length(256 * KIB);
    expect((await post(exact)).status).to.equal(201);
    expectFailure(await post(`${exact} `), 413, 'PAYLOAD_TOO_LARGE');
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const [chunked] = await sendRaw(use().url, head('Transfer-Encoding: chunked'), chunk.repeat(9), '0\r\n\r\n');
    expectFailure(chunked!, 413, 'PAYLOAD_TOO_LARGE');
    const [announced] = await sendRaw(use().url, head('Content-Length: 99999999999'));
    expectFailure(announced!, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('limits the administrator to 4 MiB, and answers others with 401 regardless of the length', async () => {
    const long = JSON.stringify({ title: 'Long', content: 'x', excerpt: '', pad: 'x'.repeat(4096 * KIB - 200) });
    const { token } = use();
    expect((await use().call('POST', '/api/posts', { raw: long, token })).status).to.equal(201);
    const longer = { raw: `${long}${' '.repeat(200)}` };
    expectFailure(await use().call('POST', '/api/posts', { ...longer, token }), 413, 'PAYLOAD_TOO_LARGE');
    expectFailure(await use().call('POST', '/api/posts', longer), 401, 'UNAUTHORIZED');
    expectFailure(await use().call('POST', '/api/posts', { ...longer, token: 'stale' }), 401, 'UNAUTHORIZED');
  });

  it('limits a batch to 256 KiB without a valid token', async () => {
    const raw = JSON.stringify({ 0: { json: { title: 'Batch', content: 'x'.repeat(300 * KIB) } } });
    const send = (token?: string) =>
      use().call('POST', '/trpc/posts.create?batch=1', { raw, ...(token !== undefined && { token }) });
    expect((await send(use().token)).status).to.equal(200);
    const anonymous = await send();
    expect(anonymous.status).to.equal(401);
    expect(anonymous.body[0].error.json.data.reason).to.equal('UNAUTHORIZED');
    const open = await use().call('POST', '/trpc/comments.submit?batch=1', { raw });
    expect(open.status).to.equal(413);
    expect(open.body[0].error.json.data.reason).to.equal('PAYLOAD_TOO_LARGE');
  });

  it('answers 400 for an incomplete body, and keeps running', async () => {
    const [answer] = await sendRaw(use().url, head('Transfer-Encoding: chunked'), 'zz\r\n');
    expectFailure(answer!, 400, 'BAD_REQUEST');
    expect((await use().call('GET', COMMENTS)).status).to.equal(200);
  });
});
