import { expect } from 'chai';

import { comment, expectRefusal, listed, submit } from '../support/comments.ts';
import { expectShape } from '../support/http.ts';
import { open } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** Rules of the comment endpoints: docs/interface.md, C1, C4, C6, C9, C10, C11, C14 */
describeVisited('contract: rules of the endpoints', (use) => {
  before(() => write(use(), { id: 'a-post' }));

  for (const id of ['gb-note', 'gb-idea']) {
    it(`Guestbook: GET and POST with :id equal to ${id} behave exactly as the comment endpoints`, async () => {
      const entry = await submit(use(), id, { author: 'Ann', content: 'Same' });
      const ordinary = await submit(use(), 'a-post', { author: 'Ann', content: `Same as ${id}` });
      expect(entry.status).to.equal(ordinary.status);
      expect(Object.keys(entry.body.comment as object)).to.deep.equal(Object.keys(ordinary.body.comment as object));
      const [list, other] = [id, 'a-post'].map((one) => use().call('GET', `/api/posts/${one}/comments`));
      expect(Object.keys((await list!).body as object)).to.deep.equal(Object.keys((await other!).body as object));
    });

    it(`Guestbook: ${id} shares their errors, protections and length caps`, async () => {
      expectRefusal(await submit(use(), id, { author: 'Ann', content: 'Same' }), 409, 'DUPLICATE_COMMENT');
      expectRefusal(await submit(use(), id, { author: 'a'.repeat(81), content: 'x' }), 400, 'BAD_REQUEST');
      expectRefusal(await submit(use(), id, { author: 'Ann', content: 'a'.repeat(5001) }), 400, 'BAD_REQUEST');
      const elsewhere = { origin: 'https://elsewhere.example' };
      expectRefusal(await submit(use(), id, { author: 'Ann', content: 'x' }, elsewhere), 403, 'ORIGIN_NOT_ALLOWED');
    });
  }

  it('1. GET comments returns comments in insertion order, oldest first', async () => {
    const first = await comment(use(), 'a-post');
    const second = await comment(use(), 'a-post');
    const order = (await listed(use(), 'a-post')).map(({ id }) => id);
    expect(order.slice(-2)).to.deep.equal([first.comment.id, second.comment.id]);
  });

  it('1. The guestbook front end shows them newest first', async () => {
    await comment(use(), 'gb-note', { content: 'The older entry' });
    await comment(use(), 'gb-note', { content: 'The newer entry' });
    const page = await open(use(), '/guestbook');
    expect(page.indexOf('The newer entry')).to.be.within(1, page.indexOf('The older entry'));
  });

  it('2. POST comments is public and needs no token', async () => {
    expect((await submit(use(), 'a-post', { author: 'Ann', content: 'No token' })).status).to.equal(201);
  });
  it('2. … to Origin validation', async () => {
    for (const origin of ['https://elsewhere.example', 'null']) {
      const refused = await submit(use(), 'a-post', { author: 'Ann', content: 'x' }, { origin });
      expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
    }
  });
  it('2. … to control-character cleaning', async () => {
    const made = await comment(use(), 'a-post', { author: 'A\u0000n\u202en', content: 'a\u0007b\r\nc\td' });
    expect(made.comment).to.include({ author: 'Ann', content: 'ab\nc d' });
  });
  it('2. … to length caps', async () => {
    expectRefusal(await submit(use(), 'a-post', { author: 'Ann', content: '' }), 400, 'BAD_REQUEST');
    expect((await submit(use(), 'a-post', { author: '😀'.repeat(80), content: 'ü'.repeat(5000) })).status).to.equal(
      201,
    );
  });
  it('2. … to escaping of input against script injection', async () => {
    const made = await comment(use(), 'gb-note', { author: '<b>', content: '<script>alert("1")</script>&amp;' });
    expect(made.comment.author).to.equal('&lt;b&gt;');
    expect(made.comment.content).to.equal('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;');
    expect(await open(use(), '/guestbook')).to.not.include('<script>alert');
  });
  it('2. … to duplicate rejection: the same post or section, author and content returns 409', async () => {
    const body = { author: 'Ann', content: 'Twice' };
    expect((await submit(use(), 'a-post', body)).status).to.equal(201);
    expectRefusal(await submit(use(), 'a-post', body), 409, 'DUPLICATE_COMMENT');
    for (const other of [
      { ...body, author: 'Bob' },
      { ...body, content: 'Thrice' },
    ]) {
      expect((await submit(use(), 'a-post', other)).status).to.equal(201);
    }
    expect((await submit(use(), 'gb-idea', body)).status).to.equal(201);
  });

  it('3. … and takes SQL for text', async () => {
    const sql = "x'; drop table comments; --";
    const made = await comment(use(), 'a-post', { content: sql });
    expect(made.comment.content).to.equal(sql);
    expect((await use().call('GET', `/api/posts?search=${encodeURIComponent(sql)}`)).body.total).to.equal(0);
    expect(use().statements.filter((one) => one.includes('drop table comments'))).to.deep.equal([]);
  });

  it('4. An encrypted post returns empty content and the enc object from GET /api/posts/:id', async () => {
    const id = await write(use(), { content: 'Secret', password: 'open sesame' });
    const { post } = (await use().call('GET', `/api/posts/${id}`)).body;
    expect(post.content).to.equal('');
    expectShape(post.enc, { salt: 'string', iv: 'string', data: 'string' });
  });

  it('Required flags of the comment body fields: author and content are required', async () => {
    const { body } = await submit(use(), 'a-post', {});
    expect(body.issues.map(({ path }: { path: string }) => path)).to.deep.equal(['author', 'content']);
  });
  it('Default values of page and pageSize: 1 and 10', async () => {
    expect((await use().call('GET', '/api/posts')).body).to.include({ page: 1, pageSize: 10 });
    expect((await use().admin('GET', '/api/comments')).body).to.include({ page: 1, pageSize: 10 });
  });
  it('Pagination fields of the GET /api/comments response: total, page, pageSize', async () => {
    const { body } = await use().admin('GET', '/api/comments?pageSize=101');
    expectShape(body, { ok: 'boolean', comments: 'array', total: 'number', page: 'number', pageSize: 'number' });
    expect(body.pageSize).to.equal(100);
  });
  it('Response body of POST comment: 201 { ok, comment, receipt }, with Location', async () => {
    const { status, headers, body } = await submit(use(), 'a-post', { author: 'Ann', content: 'Shape' });
    expect(status).to.equal(201);
    expectShape(body, { ok: 'boolean', comment: 'object', receipt: 'string' });
    const { body: found } = await use().call('GET', headers.get('location') ?? '');
    expect(found.comment).to.deep.equal(body.comment);
  });
  it('Response body of PUT on posts: { ok, id, version }', async () => {
    const { body } = await use().admin('PUT', '/api/posts/a-post', { title: 'Shape' });
    expectShape(body, { ok: 'boolean', id: 'string', version: 'number' });
  });
  it('Response bodies of PUT and DELETE on comments: { ok, comment } and { ok, deleted }', async () => {
    const { id } = (await comment(use(), 'a-post')).comment;
    await comment(use(), 'a-post', { parentId: id });
    expectShape((await use().admin('PUT', `/api/comments/${id}`, {})).body, { ok: 'boolean', comment: 'object' });
    expect((await use().admin('DELETE', `/api/comments/${id}`)).body).to.deep.equal({ ok: true, deleted: 2 });
  });
});
