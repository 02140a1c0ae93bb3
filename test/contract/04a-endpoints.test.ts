import { expect } from 'chai';

import { comment } from '../support/comments.ts';
import { expectShape } from '../support/http.ts';
import { ids, write } from '../support/posts.ts';
import { newToken } from '../support/sessions.ts';
import { describeVisited } from '../support/visitors.ts';

const commentKinds = {
  id: 'string',
  post_id: 'string',
  author: 'string',
  content: 'string',
  date: 'string',
  status: 'string',
  parent_id: 'null',
  likes: 'number',
  pinned: 'number',
  featured: 'number',
  owner: 'number',
};

/** The endpoints of posts and comments: docs/interface.md, W4, W17, W18, P12, P13, C1, C21 */
describeVisited('contract: endpoints', (use) => {
  before(async () => {
    await write(use(), { id: 'one', title: 'One', category: 'c', tags: ['t'] });
    await write(use(), { id: 'two', title: 'Two' });
    await write(use(), { id: 'later', title: 'Later', status: 'draft' });
  });

  // docs/interface.md, W2
  it('All bodies are JSON', async () => {
    for (const path of ['/api/posts', '/api/posts/one', '/api/posts/nobody', '/api/comments']) {
      const { headers } = await use().call('GET', path);
      expect(headers.get('content-type'), path).to.equal('application/json; charset=utf-8');
    }
  });

  it('Authenticated endpoints take the header Authorization: Bearer <token>', async () => {
    const headers = { authorization: `Bearer ${await newToken(use())}` };
    expect((await use().call('GET', '/api/comments', { headers })).status).to.equal(200);
  });

  it('GET /api/posts, authentication none: { ok: true, posts, total, page, pageSize }', async () => {
    const { status, body } = await use().call('GET', '/api/posts');
    expect(status).to.equal(200);
    expectShape(body, { ok: 'boolean', posts: 'array', total: 'number', page: 'number', pageSize: 'number' });
    expect(body).to.include({ ok: true, total: 2 });
  });

  it('GET /api/posts: page, pageSize (number)', async () => {
    const { body } = await use().call('GET', '/api/posts?page=2&pageSize=1');
    expect(body).to.include({ total: 2, page: 2, pageSize: 1 });
    expect(body.posts).to.have.length(1);
  });

  for (const [name, value, expected] of [
    ['category', 'c', ['one']],
    ['tag', 't', ['one']],
    ['search', 'tw', ['two']],
    ['status', 'published', ['one', 'two']],
    ['status', 'draft', []],
  ] as const) {
    it(`GET /api/posts: ${name} (string), ${value}`, async () => {
      expect(ids(await use().call('GET', `/api/posts?${name}=${value}`))).to.have.members([...expected]);
    });
  }

  it('GET /api/posts: status=draft shows drafts to the administrator', async () => {
    expect(ids(await use().admin('GET', '/api/posts?status=draft'))).to.deep.equal(['later']);
  });

  it('GET /api/posts: page has a maximum of 200', async () => {
    expect((await use().call('GET', '/api/posts?page=200')).status).to.equal(200);
    expect((await use().call('GET', '/api/posts?page=201')).status).to.equal(400);
  });

  it('GET /api/posts/:id, authentication none: { ok: true, post: post detail }', async () => {
    const { status, body } = await use().call('GET', '/api/posts/one');
    expect(status).to.equal(200);
    expectShape(body, { ok: 'boolean', post: 'object' });
    expect(body.post.id).to.equal('one');
  });

  it('POST /api/posts, Bearer, post write body: { ok: true, id: string }', async () => {
    const { status, body } = await use().admin('POST', '/api/posts', { title: 'Three' });
    expect(status).to.equal(201);
    expect(body).to.deep.equal({ ok: true, id: 'three' });
  });

  it('PUT /api/posts/:id, Bearer, partial post write body', async () => {
    const { status, body } = await use().admin('PUT', '/api/posts/three', { category: 'new' });
    expect(status).to.equal(200);
    expectShape(body, { ok: 'boolean', id: 'string', version: 'number' });
  });

  it('DELETE /api/posts/:id, Bearer, no request', async () => {
    const { status, body } = await use().admin('DELETE', '/api/posts/three');
    expect([status, body]).to.deep.equal([200, { ok: true, id: 'three' }]);
  });

  it('GET /api/posts/:id/comments, authentication none: { ok: true, comments: [comment] }', async () => {
    await comment(use(), 'one');
    const { status, body } = await use().call('GET', '/api/posts/one/comments');
    expect([status, body.ok]).to.deep.equal([200, true]);
    expectShape(body.comments[0], commentKinds);
  });

  it('POST /api/posts/:id/comments, none (public): { author, content }', async () => {
    const body = { author: 'Ann', content: 'Public' };
    const answer = await use().call('POST', '/api/posts/one/comments', { body });
    expect(answer.status).to.equal(201);
    expectShape(answer.body.comment, commentKinds);
  });

  it('POST /api/posts/:id/comments: parentId, optional', async () => {
    const { id: parentId } = (await comment(use(), 'one')).comment;
    expect((await comment(use(), 'one', { parentId })).comment.parent_id).to.equal(parentId);
  });

  it('GET /api/comments, Bearer: list of comments with post_title on each item', async () => {
    const { status, body } = await use().admin('GET', '/api/comments?page=1&pageSize=50');
    expect(status).to.equal(200);
    for (const one of body.comments) expect(one.post_title).to.equal('One');
  });

  it('GET /api/comments: status approved, pending, or empty for all', async () => {
    const { id } = (await comment(use(), 'one')).comment;
    await use().admin('PUT', `/api/comments/${id}`, { status: 'pending' });
    const total = async (status: string) =>
      (await use().admin('GET', `/api/comments?status=${status}`)).body.total as number;
    expect(await total('pending')).to.equal(1);
    expect(await total('')).to.equal((await total('approved')) + 1);
  });

  it('GET /api/comments: page, pageSize', async () => {
    const { body } = await use().admin('GET', '/api/comments?page=2&pageSize=2');
    expect(body).to.include({ page: 2, pageSize: 2 });
    expect(body.comments).to.have.length(2);
  });

  it('PUT /api/comments/:id, Bearer: { status: string }', async () => {
    const { id } = (await comment(use(), 'one')).comment;
    const { status, body } = await use().admin('PUT', `/api/comments/${id}`, { status: 'pending' });
    expect(status).to.equal(200);
    expect(body.comment).to.include({ id, status: 'pending' });
  });

  it('DELETE /api/comments/:id, Bearer, none', async () => {
    const { id } = (await comment(use(), 'one')).comment;
    expect((await use().admin('DELETE', `/api/comments/${id}`)).status).to.equal(200);
  });
});
