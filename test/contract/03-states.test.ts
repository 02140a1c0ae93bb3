import { expect } from 'chai';

import { comment, listed } from '../support/comments.ts';
import { change, expectRefusedField, read, write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** States and transitions: docs/interface.md, P17, C22 */
describeVisited('contract: states and transitions', (use) => {
  it('Post status values: published, draft', async () => {
    for (const status of ['published', 'draft']) {
      expect((await read(use(), await write(use(), { status }))).status).to.equal(status);
    }
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', status: 'hidden' }), 'status');
  });

  it('Comment status values: approved, pending', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    for (const status of ['approved', 'pending']) {
      expect((await use().admin('PUT', `/api/comments/${id}`, { status })).status).to.equal(200);
    }
    expectRefusedField(await use().admin('PUT', `/api/comments/${id}`, { status: 'held' }), 'status');
  });

  it('Post, PUT with field status: the given status; other supplied fields are updated', async () => {
    const id = await write(use(), { title: 'Before' });
    for (const status of ['draft', 'published'] as const) {
      await change(use(), id, { status, title: `Now ${status}` });
      expect(await read(use(), id)).to.include({ status, title: `Now ${status}` });
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(status === 'draft' ? 404 : 200);
    }
  });

  it('Post, PUT and DELETE: only authenticated', async () => {
    const id = await write(use(), {});
    expect((await use().call('PUT', `/api/posts/${id}`, { body: { status: 'draft' } })).status).to.equal(401);
    expect((await use().call('DELETE', `/api/posts/${id}`)).status).to.equal(401);
    expect((await read(use(), id)).status).to.equal('published');
  });

  it('Post, DELETE: removed', async () => {
    const id = await write(use(), {});
    expect((await use().admin('DELETE', `/api/posts/${id}`)).body).to.deep.equal({ ok: true, id });
    expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(404);
  });

  it('Post, DELETE: its comments, replies included, are removed', async () => {
    const id = await write(use(), {});
    const { comment: top } = await comment(use(), id);
    await comment(use(), id, { parentId: top.id });
    const before = (await use().admin('GET', '/api/comments')).body.total as number;
    await use().admin('DELETE', `/api/posts/${id}`);
    expect((await use().admin('GET', '/api/comments')).body.total).to.equal(before - 2);
  });

  it('Recreating a post with the same id does not restore old data', async () => {
    const id = await write(use(), { id: 'again' });
    await comment(use(), id);
    await use().call('POST', `/api/posts/${id}/like`);
    await use().call('POST', `/api/posts/${id}/view`);
    await use().admin('DELETE', `/api/posts/${id}`);
    await use().services.views.flush();
    await write(use(), { id: 'again' });
    expect(await read(use(), id)).to.include({ views: 0, likes: 0 });
    expect(await listed(use(), id)).to.deep.equal([]);
  });

  it('Comment, PUT with body field status: the given status, for example approved', async () => {
    const { id } = (await comment(use(), 'gb-idea')).comment;
    await use().admin('PUT', `/api/comments/${id}`, { status: 'pending' });
    expect((await listed(use(), 'gb-idea')).map((one) => one.id)).to.not.include(id);
    await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
    expect((await listed(use(), 'gb-idea')).map((one) => one.id)).to.include(id);
  });

  it('Comment, DELETE: removed', async () => {
    const { id } = (await comment(use(), 'gb-idea')).comment;
    await use().admin('DELETE', `/api/comments/${id}`);
    expect((await use().admin('GET', `/api/posts/gb-idea/comments/${id}`)).status).to.equal(404);
  });

  it('Comment, PUT and DELETE: only authenticated', async () => {
    const { id } = (await comment(use(), 'gb-idea')).comment;
    expect((await use().call('PUT', `/api/comments/${id}`, { body: { status: 'pending' } })).status).to.equal(401);
    expect((await use().call('DELETE', `/api/comments/${id}`)).status).to.equal(401);
    expect((await listed(use(), 'gb-idea')).map((one) => one.id)).to.include(id);
  });
});
