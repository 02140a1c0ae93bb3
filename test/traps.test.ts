import { createServer } from 'node:http';
import { expect } from 'chai';
import { pino } from 'pino';
import { z } from 'zod';

import { procedures } from '../server/http/procedure-routes.ts';
import { connectionRoom } from '../server/process/descriptors.ts';
import { guardConnections } from '../server/http/connections.ts';
import { comment, edit, set, showing, submit, withdraw } from './support/comments.ts';
import { expectNothingInside, expectSecure } from './support/http.ts';
import { write } from './support/posts.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeVisited, freshAddress, refusal } from './support/visitors.ts';

// One test for each numbered regression; the files of the subjects have more.
describeVisited.onBothEngines('regressions', (use) => {
  it('1: a batch whose first call fails answers every call, because each has an EntityManager of its own', async () => {
    const client = use().trpc();
    await client.posts.create.mutate({ title: 'Taken', id: 'taken' });
    const ids = ['taken', 'one', 'taken', 'two', 'three'];
    const outcomes = await Promise.allSettled(ids.map((id) => client.posts.create.mutate({ title: 'x', id })));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).to.deep.equal([false, true, false, true, true]);
  });

  it('2: an error has the same status, code and message over REST and tRPC', async () => {
    const rest = await use().call('GET', '/api/posts/none');
    const rpc = await refusal(use().trpc(null).posts.get.query({ id: 'none' }));
    expect(rpc).to.deep.equal({ status: rest.status, code: rest.body.code, error: rest.body.error });
  });

  it('3: a rejected call is no 500 in REST', async () => {
    await use().admin('POST', '/api/posts', { title: 'x', id: 'trap-3' });
    expect((await use().admin('POST', '/api/posts', { title: 'x', id: 'trap-3' })).status).to.equal(409);
  });

  // docs/interface.md, E2
  it('4: no error contains a stack trace, whatever the value of NODE_ENV', async () => {
    expect(process.env['NODE_ENV']).to.not.equal('production');
    const paths = ['/api/posts?page=0', '/api/posts/none', '/api/comments', '/trpc/none', '/trpc/posts.get?input={}'];
    for (const path of paths) {
      const { body } = await use().call('GET', path);
      expectNothingInside(JSON.stringify(body));
      expect(JSON.stringify(body)).to.not.include('stack');
    }
  });

  it('5: charset, empty body, HEAD and the case of a path follow HTTP', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const raw = '{"author":"Ann","content":"charset"}';
    const { token } = use();
    expect((await use().call('POST', '/api/posts/gb-note/comments', { raw, headers })).status).to.equal(201);
    expect((await use().call('PUT', '/api/posts/none', { token })).status).to.equal(404);
    expect((await use().call('HEAD', '/api/posts')).status).to.equal(200);
    expect((await use().call('GET', '/api/POSTS')).status).to.equal(404);
  });

  it('6: no query has a boolean in its input', () => {
    for (const [name, procedure] of Object.entries(procedures)) {
      const { type, inputs } = procedure._def as unknown as { type: string; inputs: z.ZodType[] };
      if (type !== 'query') continue;
      for (const input of inputs) {
        const text = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
        expect(text, name).to.not.include('"boolean"');
      }
    }
  });

  it('7: digits of a query string become numbers in REST, and are rejected in native tRPC and in bodies', async () => {
    expect((await use().call('GET', '/api/posts?page=2&pageSize=1')).body).to.include({ page: 2, pageSize: 1 });
    const wrong = { page: '2' } as unknown as { page: number };
    expect(await refusal(use().trpc(null).posts.list.query(wrong))).to.include({ status: 400, code: 'BAD_REQUEST' });
    for (const body of [{ pinned: 'false' }, { ifVersion: '1' }, { tags: 'a' }, { date: null }]) {
      expect((await use().admin('PUT', '/api/posts/none', body)).status, JSON.stringify(body)).to.equal(400);
    }
  });

  it('8: responses contain only the fields of the output schema', async () => {
    const id = await write(use(), { title: 'Named', content: 'x' });
    await comment(use(), id);
    const { call, admin } = use();
    const answers = await Promise.all([
      call('GET', '/api/posts'),
      call('GET', `/api/posts/${id}`),
      call('GET', `/api/posts/${id}/comments`),
      admin('GET', '/api/comments'),
      admin('GET', '/api/admin/settings'),
    ]);
    const text = JSON.stringify(answers.map(({ body }) => body as unknown));
    expect(text).to.not.match(/"(key|post_key|slug|digest|search_?text|receipt_?hash|enc_?salt|depth|password)"/i);
  });

  it('9: a list takes a constant number of statements, and never reads the contents', async () => {
    const count = async () => {
      use().statements.length = 0;
      await use().call('GET', '/api/posts?pageSize=100');
      // The query for the next scheduled post runs after a write, not for each response.
      const selects = use().statements.filter((sql) => /posts/.test(sql) && !sql.startsWith('select min('));
      expect(selects.join()).to.not.match(/"?content"?[ ,]/);
      return selects.length;
    };
    const before = await count();
    for (let at = 0; at < 5; at++) await write(use(), { title: `More ${at}`, tags: ['a', 'b'] });
    expect(await count())
      .to.equal(before)
      .and.be.at.most(3);
  });

  it('13: no statement of the service contains values in its text', async () => {
    use().statements.length = 0;
    const mark = "Marker's";
    const fields = { content: mark, excerpt: mark, cover: '/Marker', tags: [mark], category: mark };
    const id = await write(use(), { title: mark, id: 'marker-id', ...fields, date: '1987-06-05' });
    await use().admin('PUT', `/api/posts/${id}`, { ...fields, title: `${mark} more`, content: `${mark} changed` });
    await use().call('GET', `/api/posts/${id}`);
    for (const field of ['search', 'tag', 'category']) await use().call('GET', `/api/posts?${field}=${mark}`);
    await use().call('GET', `/api/search?q=${mark}`);
    const written = await comment(use(), id, { author: mark, content: mark });
    const reply = await comment(use(), id, { author: mark, content: 'Marker reply', parentId: written.comment.id });
    await submit(use(), id, { author: mark, content: mark });
    await edit(use(), written, { content: `${mark} edited` });
    await use().call('GET', `/api/posts/${id}/comments`, { headers: showing(written.receipt) });
    await use().call('POST', `/api/comments/${written.comment.id}/like`);
    await use().admin('GET', `/api/comments?search=${mark}&post=${id}`);
    await use().admin('PUT', `/api/comments/${written.comment.id}`, { content: mark, pinned: true });
    await withdraw(use(), reply);
    await use().admin('POST', '/api/comments/bulk', { action: 'hold', ids: [written.comment.id, mark] });
    await use().admin('POST', '/api/comments/bulk', { action: 'delete', ids: [written.comment.id, mark] });
    await set(use(), { title: mark, description: mark });
    const { body } = await use().admin('POST', '/api/media', {
      url: 'https://a.example/Marker',
      name: mark,
      alt: mark,
    });
    await use().admin('DELETE', `/api/media/${body.media.id}`);
    await use().call('POST', '/api/errors', { body: { message: mark, source: mark, stack: mark, url: '/Marker' } });
    await use().call('POST', `/api/posts/${id}/like`);
    await use().admin('POST', '/api/admin/import', { posts: [{ title: mark, sourceKey: mark, aliases: ['/Marker'] }] });
    await use().admin('DELETE', `/api/posts/${id}`);
    await use().admin('GET', '/api/admin/session', undefined, { authorization: 'Bearer Marker' });
    expect(use().statements.length).to.be.above(50);
    const values = [
      /marker/i,
      /1987/,
      new RegExp(written.comment.id),
      new RegExp(use().token),
      /'[^']*\d{4}-\d\d-\d\dT/,
    ];
    for (const sql of use().statements) for (const value of values) expect(sql).to.not.match(value);
  });

  it('19: prototypes in a query, JSON 6,000 levels deep, invalid hosts and absolute URLs are no 500', async () => {
    for (const query of ['constructor=1', '__proto__=1', 'a[__proto__][b]=1']) {
      expect((await use().call('GET', `/api/posts?${query}`)).status).to.equal(200);
    }
    const raw = `{"author":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    expect((await use().call('POST', '/api/posts/gb-note/comments', { raw })).status).to.equal(400);
    const [strange] = await sendRaw(use().url, request('GET /api/posts HTTP/1.1', 'Host: a:80@b'));
    const [absolute] = await sendRaw(use().url, request('GET http://a/api/posts HTTP/1.1', 'Host: a'));
    expect([strange?.status, absolute?.status]).to.deep.equal([400, 200]);
  });

  it('20: native tRPC has its own statuses and limits in Koa, and each login of a batch counts', async () => {
    expect((await use().call('GET', '/trpc/posts.list')).status).to.equal(200);
    const client = use().trpc(null, freshAddress());
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => refusal(client.admin.login.mutate({ password: 'wrong one' }))),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).to.equal(5);
    expect(statuses.filter((status) => status === 429).length).to.equal(5);
  });

  it('21: errors have the security headers too, including those of Node itself', async () => {
    expectSecure(await use().call('GET', '/nothing'));
    const [broken] = await sendRaw(use().url, 'broken\r\n\r\n');
    expectSecure(broken!);
  });

  it('22: timeouts are explicit and short, and connections are limited', () => {
    const server = createServer();
    guardConnections(server, () => '');
    // Requests have our own timeouts (test/wide/connections.test.ts).
    expect([server.headersTimeout, server.requestTimeout]).to.deep.equal([0, 0]);
    expect(server.keepAliveTimeout).to.equal(30_000);
    expect(server.timeout).to.equal(120_000);
    expect(connectionRoom(pino({ level: 'silent' }), Infinity).allowed(10_000)).to.equal(10_000);
  });
});
