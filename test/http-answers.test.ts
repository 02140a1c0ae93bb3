import { expect } from 'chai';

import { comment } from './support/comments.ts';
import { expectFailure, expectNothingInside, expectSecure } from './support/http.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited } from './support/visitors.ts';

const HOST = 'Host: blog.example';

describeVisited('http: every response', (use) => {
  it('has the security headers, whatever its status', async () => {
    const { call, admin } = use();
    const { id } = (await admin('POST', '/api/posts', { title: 'Secure' })).body;
    const { headers } = await call('GET', `/api/posts/${id}`);
    const same = { author: 'Ann', content: 'twice' };
    const answers = await Promise.all([
      call('GET', '/'),
      call('GET', '/healthz'),
      call('GET', '/readyz'),
      call('GET', '/api/openapi.json'),
      call('GET', '/trpc/posts.list'),
      call('GET', '/trpc/no.such'),
      call('OPTIONS', '/api/posts'),
      call('GET', `/api/posts/${id}`, { headers: { 'if-none-match': headers.get('etag') ?? '' } }),
      call('GET', '/api/posts?page=0'),
      call('GET', '/api/comments'),
      call('POST', `/api/posts/${id}/comments`, { body: same, headers: { origin: 'null' } }),
      call('PATCH', '/api/posts'),
      call('POST', `/api/posts/${id}/comments`, { body: same }),
      call('POST', `/api/posts/${id}/comments`, { body: same }),
      admin('PUT', `/api/posts/${id}`, { ifVersion: 0 }),
      call('POST', `/api/posts/${id}/comments`, { raw: ' '.repeat(300_000) }),
      call('POST', `/api/posts/${id}/comments`, { raw: '{}', headers: { 'content-type': 'text/plain' } }),
      call('GET', `/api/posts?search=${'a'.repeat(9000)}`),
    ]);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses]).to.include.members([200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415]);
    for (const answer of answers) expectSecure(answer);
  });

  it('discloses neither cache nor secrets in its headers', async () => {
    const { headers } = await use().call('GET', '/api/comments');
    expect(headers.get('www-authenticate')).to.equal('Bearer');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('set-cookie')).to.equal(null);
  });

  // docs/interface.md, E2
  it('reports a crash in one sentence over REST and tRPC: no stack, no SQL, and no values in the log', async () => {
    const { database, call } = use();
    await database.kysely.schema.alterTable('comments').renameTo('elsewhere').execute();
    const body = { author: 'Marker-author', content: 'Marker-content' };
    const answers = [
      await call('POST', '/api/posts/gb-note/comments', { body }),
      await call('GET', '/api/posts/gb-note/comments'),
    ];
    const rpc = await call('GET', `/trpc/comments.list?input=${encodeURIComponent('{"json":{"id":"gb-note"}}')}`);
    await database.kysely.schema.alterTable('elsewhere').renameTo('comments').execute();
    for (const answer of answers) expectFailure(answer, 500, 'INTERNAL_SERVER_ERROR');
    expect(rpc.status).to.equal(500);
    expect(rpc.body.error.json.data).to.include({ reason: 'INTERNAL_SERVER_ERROR' }).and.not.have.property('stack');
    expectNothingInside(JSON.stringify(rpc.body));
    expect(JSON.stringify(use().logged)).to.not.match(/Marker-/);
    expect(use().logged.filter(({ level }) => level === 50)).to.have.length(3); // one line a failure
    await comment(use(), 'gb-note');
  });
});

describeVisited('http: 304', (use) => {
  before(() => use().admin('POST', '/api/posts', { title: 'Cached', id: 'cached' }));

  for (const path of ['/api/posts', '/api/posts/cached', '/api/posts/gb-note/comments', '/api/site']) {
    it(`answers ${path} with 304 and no body while it is unchanged`, async () => {
      const first = await use().call('GET', path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).to.match(/^"[\w.-]+"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"a,b",${tag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const lines = [HOST, `If-None-Match: ${known}`];
          const [answer] = await sendRaw(use().url, request(`${method} ${path} HTTP/1.1`, ...lines));
          expect([answer?.status, answer?.text, answer?.headers.etag], known).to.deep.equal([304, '', tag]);
          expect(answer?.headers).to.not.have.any.keys('content-type', 'content-length', 'transfer-encoding');
        }
      }
      for (const other of ['"other"', tag.replaceAll('"', ''), `"${tag}"`]) {
        expect((await use().call('GET', path, { headers: { 'if-none-match': other } })).status, other).to.equal(200);
      }
    });
  }

  it('has another tag after a change, and for the administrator', async () => {
    const tags = [];
    for (const title of ['Cached', 'Changed', 'Cached']) {
      await use().admin('PUT', '/api/posts/cached', { title });
      tags.push((await use().call('GET', '/api/posts/cached')).headers.get('etag'));
    }
    expect(new Set(tags).size).to.equal(3);
    await use().admin('POST', '/api/posts', { title: 'Draft', status: 'draft' });
    const [visitor, admin] = [await use().call('GET', '/api/posts'), await use().admin('GET', '/api/posts')];
    expect(visitor.headers.get('etag')).to.not.equal(admin.headers.get('etag'));
    expect(admin.headers.get('cache-control')).to.equal('no-store');
    expect(visitor.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
    const vary = ['Accept-Encoding', 'Authorization', 'X-Comment-Receipt', 'Origin'];
    expect(visitor.headers.get('vary')?.split(/, */)).to.have.members(vary);
  });
});

describeVisited('http: one connection', (use) => {
  it('answers pipelined requests in order', async () => {
    const line = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`;
    const posted = `POST /api/posts/gb-note/comments HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\n`;
    const body = JSON.stringify({ author: 'Pipe', content: 'lined' });
    const answers = await sendRaw(
      use().url,
      line('/api/posts?page=0') + line('/api/site'),
      `${posted}Content-Length: ${body.length}\r\n\r\n${body}${line('/api/nothing')}`,
      request('GET /api/posts/gb-note/comments HTTP/1.1', HOST),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([400, 200, 201, 404, 200]);
    expect(answers[2]?.text).to.match(/lined/);
  });

  it('answers a request once, and does not treat its body as the next request', async () => {
    const smuggled = request('GET /api/comments HTTP/1.1', HOST);
    const head = ['POST /api/posts HTTP/1.1', HOST, `Content-Length: ${smuggled.length}`].join('\r\n');
    const answers = await sendRaw(use().url, `${head}\r\n\r\n${smuggled}`, request('GET /api/site HTTP/1.1', HOST));
    expect(answers.map(({ status }) => status)).to.deep.equal([401, 200]);
  });
});
