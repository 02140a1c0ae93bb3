import { expect } from 'chai';

import { expectFailure, expectSecure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

const HOST = 'Host: blog.example';

// docs/interface.md, W6
describeVisited('http: request targets', (use) => {
  before(() => use().admin('POST', '/api/posts', { title: 'Über', id: 'über' }));

  const get = async (target: string, host = HOST) => {
    const [answer, ...more] = await sendRaw(use().url, request(`GET ${target} HTTP/1.1`, host));
    expect(more).to.deep.equal([]);
    if (!answer) throw new Error('There was no answer.');
    expectSecure(answer, { inlineStyles: answer.text.includes('id="api-reference"') });
    return answer;
  };

  const known = [
    '/api/posts',
    '/api/posts/',
    '/api/posts?',
    '/api/posts#fragment',
    '/api/posts?page=1#fragment',
    '/api/posts/%C3%BCber',
    '/api/posts/%c3%9cBER/',
    '/api/posts/u%CC%88ber',
    'http://blog.example/api/posts',
    'HTTPS://other.example:8443/api/posts?page=1',
    'http://a:80@b/api/posts',
    'http://[::1/api/posts',
    'http://a:99999999/api/posts',
    'http://blog.example/healthz',
    '/healthz/',
    '/readyz',
    '/api/openapi.json/',
    '/api/docs/',
    '/trpc/posts.list/',
    'http://blog.example/trpc/posts.list',
    '/%61pi/posts',
    '/%61%70%69/%70%6F%73%74%73/%C3%BCber',
    '/api/%70osts',
    '/api/posts/%C3%BCb%65r',
    '/%74rpc/posts%2Elist',
    '/%74rpc/%73ettings.site,posts.list?batch=1',
    '/%68ealthz',
    '/read%79z/',
    '/feed%2Exml',
    '/%61pi/feed.xml',
    '/%2Ewell-known/ard.json',
    '/%2ewell%2dknown/ai-catalog.json',
    '/api/%64ocs',
    '/api/openapi%2ejson',
    '/archiv%65',
    '/assets/%73ite.css',
    '/s%77.js',
    'http://blog.example/%61pi/posts',
  ];
  for (const target of known) {
    it(`finds ${target}`, async () => {
      expect((await get(target)).status).to.equal(200);
    });
  }

  const unknown = [
    '/api',
    '/api/',
    '/api/posts//',
    '//api/posts',
    '/api//posts',
    '/API/posts',
    '/api/Posts',
    '/api/no-such-thing',
    '/%61pi/nope',
    '/%61%70i/../%61pi/nope',
    '/api/%2e%2e/healthz',
    '/api/%2E%2E/%2E%2E/etc/passwd',
    '/api/posts/%2575ber',
    '/%74rpc',
    '/API/p%6Fsts',
    '/api/posts/%C3%BCber/no-such-thing',
    '/api/../api/posts',
    '/api/posts/..',
    '/api/posts/../../etc/passwd',
    '/api/posts/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/api/posts/%2E%2E/comments',
    '/api/posts/%00',
    '/api/posts/%C3%BCber%2Fcomments',
    '/api/posts/%E2%80%AE',
    `/api/posts/${'x'.repeat(4000)}`,
    '/api/constructor',
    '/api/__proto__',
    '/api/posts/__proto__',
    '/trpc',
    '/TRPC/posts.list',
  ];
  for (const target of unknown) {
    it(`answers 404 in JSON for ${target.slice(0, 60)}`, async () => {
      expectFailure(await get(target), 404, 'NOT_FOUND');
    });
  }

  for (const target of ['http://blog.example', 'http://blog.example?page=1', '/']) {
    it(`answers with the home page for ${target}`, async () => {
      const { status, text } = await get(target);
      expect(status).to.equal(200);
      expect(text).to.match(/^<!doctype html>/);
    });
  }

  for (const target of [
    '/api/posts/%zz',
    '/api/posts/%',
    '/api/posts/%ff',
    '/api/posts/%C3',
    '/api/posts?search=%zz',
    '/%61pi/posts/%zz',
    '/api/posts/%6',
  ]) {
    it(`answers 400 for the invalid percent-encoding in ${target}`, async () => {
      expectFailure(await get(target), 400, 'BAD_REQUEST');
    });
  }

  it('answers 400 for invalid percent-encoding in a tRPC path, in the format of tRPC', async () => {
    for (const target of ['/trpc/%zz', '/trpc/posts.list?input=%ff', '/trpc/posts.list?%ff=1']) {
      const { status, text } = await get(target);
      expect(status).to.equal(400);
      expect(JSON.parse(text).error.json.data).to.include({ httpStatus: 400, reason: 'BAD_REQUEST' });
    }
  });

  it('answers 400 for other forms of the request line', async () => {
    for (const line of ['OPTIONS * HTTP/1.1', 'GET ftp://blog.example/api/posts HTTP/1.1', 'GET api/posts HTTP/1.1']) {
      const [answer] = await sendRaw(use().url, request(line, HOST));
      expectFailure(answer!, 400, 'BAD_REQUEST');
    }
  });

  it('answers 4xx, with the security headers, for hostile paths outside of the API', async () => {
    const targets = ['/%zz', '/%ff', '/posts/%zz', '/posts/%00', '/tag/%00', '/..%2f..%2fetc%2fpasswd', '/?page=%zz'];
    const others = ['http://[::1/none', '/assets/..%2f..%2fpackage.json', '/preview/%zz', '/constructor', '/__proto__'];
    for (const target of [...targets, ...others, `/?${'a'.repeat(8192)}`]) {
      expect((await get(target)).status, target.slice(0, 60)).to.be.within(400, 499);
      expect((await get(target, 'Host: a:80@b')).status, target.slice(0, 60)).to.be.within(400, 499);
    }
  });

  // docs/interface.md, H19
  it('answers 414 beyond 8,192 characters, over REST and tRPC', async () => {
    for (const path of ['/api/posts', '/api/posts/x', '/api/no-such-thing']) {
      expectFailure(await get(`${path}?search=${'a'.repeat(8192)}`), 414, 'URI_TOO_LONG');
    }
    const rpc = await get(`/trpc/posts.list?input=${'a'.repeat(8192)}`);
    expect(rpc.status).to.equal(414);
    expect(JSON.parse(rpc.text).error.json.data.reason).to.equal('URI_TOO_LONG');
  });

  const hosts = [
    'Host: a:80@b',
    'Host:',
    'Host: a b',
    'Host: a/b',
    'Host: [::1',
    'Host: a:99999',
    'Host: a:b',
    'Host: ?',
  ];
  for (const host of [...hosts, 'X-No-Host: 1', `${HOST}\r\n${HOST}`, `${HOST}\r\nHost: other.example`]) {
    it(`answers 400 for ${JSON.stringify(host)}`, async () => {
      expectFailure(await get('/api/posts', host), 400, 'BAD_REQUEST');
      expect((await get('/trpc/posts.list', host)).status).to.equal(400);
      await get('/archive');
      expect((await get('/archive', `${host}\r\nAuthorization: Bearer ${use().token}`)).status).to.equal(400);
      expect((await get('/healthz', host)).status).to.equal(200);
    });
  }

  it('accepts host names and IP addresses, with and without a port', async () => {
    for (const host of [
      'localhost',
      'BLOG.example:8080',
      '127.0.0.1:1',
      '[::1]:3000',
      'under_score',
      'xn--bcher-kva.example',
    ]) {
      expect((await get('/api/posts', `Host: ${host}`)).status, host).to.equal(200);
    }
  });
});
