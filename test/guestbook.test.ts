import { expect } from 'chai';

import { comment, expectRefusal, listed, submit } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeVisited, refusal } from './support/visitors.ts';

describeVisited('guestbook', (use) => {
  it('has two sections from the start', async () => {
    for (const section of ['gb-note', 'gb-idea']) {
      const { status, body } = await use().call('GET', `/api/posts/${section}/comments`);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ ok: true, comments: [], total: 0 });
    }
  });

  it('separates the sections, with replies within each', async () => {
    const note = await comment(use(), 'gb-note', { content: 'A greeting' });
    const idea = await comment(use(), 'gb-idea', { content: 'A wish' });
    const reply = await comment(use(), 'gb-idea', { parentId: idea.comment.id });
    expect(await listed(use(), 'gb-note')).to.deep.equal([note.comment]);
    expect(await listed(use(), 'gb-idea')).to.deep.equal([idea.comment, reply.comment]);
    expect(note.comment.post_id).to.equal('gb-note');
  });

  // docs/interface.md, C5, C7
  it('answers 404 for all other gb- ids, in any case, and for names of JavaScript, over REST and tRPC', async () => {
    const strange = ['gb-', 'gb-other', 'gb-notes', 'gb-note-2', 'GB-NOTE', 'gb_note', 'gb-note%00', 'gb-note%20'];
    for (const id of [...strange, 'constructor', 'toString', '__proto__']) {
      expectRefusal(await use().call('GET', `/api/posts/${id}/comments`), 404, 'NOT_FOUND');
      expectRefusal(await submit(use(), id, { author: 'Ann', content: 'x' }), 404, 'NOT_FOUND');
    }
    expect(await refusal(use().trpc(null).comments.list.query({ id: 'gb-other' }))).to.include({ status: 404 });
  });

  it('is not a post: it cannot be read, listed, updated or deleted as one', async () => {
    expectRefusal(await use().call('GET', '/api/posts/gb-note'), 404, 'NOT_FOUND');
    expectRefusal(await use().admin('PUT', '/api/posts/gb-note', { title: 'x' }), 404, 'NOT_FOUND');
    expectRefusal(await use().admin('DELETE', '/api/posts/gb-note'), 404, 'NOT_FOUND');
    expect((await use().admin('GET', '/api/posts')).body.total).to.equal(0);
  });

  it('has reserved ids that posts cannot get', async () => {
    for (const id of ['gb-note', 'gb-idea', 'gb-mine', 'GB-Note']) {
      expectRefusal(await use().admin('POST', '/api/posts', { title: 'x', id }), 400, 'BAD_REQUEST');
    }
    expect(await write(use(), { title: 'GB Note' })).to.equal('post-gb-note');
  });

  it('is not affected by deleted posts', async () => {
    const before = await listed(use(), 'gb-note');
    const id = await write(use(), { title: 'Goes' });
    await comment(use(), id);
    await use().admin('DELETE', `/api/posts/${id}`);
    expect(await listed(use(), 'gb-note'))
      .to.deep.equal(before)
      .and.have.length(1);
  });
});
