import { expect } from 'chai';

import { comment, expectRefusal, listed, showing, submit } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { describeVisited, freshAddress } from '../support/visitors.ts';

/** Rules of comments: docs/interface.md, C1, C5, C7, C12, C14, C19, C22, C23, H14 */
describeVisited('contract: comments', (use) => {
  it('POST answers 201 { ok, comment, receipt }', async () => {
    const { status, body } = await submit(use(), 'gb-note', { author: 'Ann', content: 'Hello' });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('ok', 'comment', 'receipt');
  });
  it('… duplicates and Origin included', async () => {
    await comment(use(), 'gb-note', { author: 'Ann', content: 'First' });
    const { comment: mine, receipt } = await comment(use(), 'gb-note', { author: 'Ann', content: 'Second' });
    const edit = (headers: Record<string, string>) =>
      use().call('PUT', `/api/posts/gb-note/comments/${mine.id}`, {
        body: { content: ' First\u0007 ' },
        headers: { ...showing(receipt), ...headers },
      });
    expectRefusal(await edit({}), 409, 'DUPLICATE_COMMENT');
    expectRefusal(await edit({ origin: 'null' }), 403, 'ORIGIN_NOT_ALLOWED');
  });

  it('Deeper than a reply to a reply: 400 NESTING_TOO_DEEP', async () => {
    let parentId: string | null = null;
    for (let depth = 0; depth < 3; depth++) parentId = (await comment(use(), 'gb-idea', { parentId })).comment.id;
    expectRefusal(await submit(use(), 'gb-idea', { author: 'A', content: 'B', parentId }), 400, 'NESTING_TOO_DEEP');
  });
  it('Unknown post or draft: 404; other gb-… ids: 404', async () => {
    const draft = await write(use(), { status: 'draft' });
    for (const id of ['nobody', draft, 'gb-other']) {
      expectRefusal(await submit(use(), id, { author: 'A', content: 'B' }), 404, 'NOT_FOUND');
      expectRefusal(await use().call('GET', `/api/posts/${id}/comments`), 404, 'NOT_FOUND');
    }
  });
  it('total counts all approved', async () => {
    const { comment: held } = await comment(use(), 'gb-idea');
    const before = (await use().call('GET', '/api/posts/gb-idea/comments')).body.total as number;
    await use().admin('PUT', `/api/comments/${held.id}`, { status: 'pending' });
    expect((await use().call('GET', '/api/posts/gb-idea/comments')).body.total).to.equal(before - 1);
  });

  it('Likes, views and error reports make the same check', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const post = await write(use(), {});
    const headers = () => ({ origin: 'https://elsewhere.example', ...freshAddress() });
    for (const path of [`comments/${id}/like`, `posts/${post}/like`, `posts/${post}/view`, 'errors']) {
      const refused = await use().call('POST', `/api/${path}`, { headers: headers(), body: { message: 'x' } });
      expectRefusal(refused, 403, 'ORIGIN_NOT_ALLOWED');
    }
  });

  it('PUT takes status, pinned, featured, content; answers { ok, comment }', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const sent = { status: 'pending', pinned: true, featured: 1, content: 'Corrected' };
    const { body } = await use().admin('PUT', `/api/comments/${id}`, sent);
    expect(body).to.have.all.keys('ok', 'comment');
    expect(body.comment).to.include({ status: 'pending', pinned: 1, featured: 1, content: 'Corrected' });
  });
  it('DELETE removes its replies too: { ok, deleted: n }', async () => {
    const { id } = (await comment(use(), 'gb-note')).comment;
    const reply = (await comment(use(), 'gb-note', { parentId: id })).comment;
    await comment(use(), 'gb-note', { parentId: reply.id });
    expect((await use().admin('DELETE', `/api/comments/${id}`)).body).to.deep.equal({ ok: true, deleted: 3 });
    expect((await listed(use(), 'gb-note')).map((one) => one.id)).to.not.include(reply.id);
  });
});
