import { expect } from 'chai';

import { removeComments } from '../routers/comments/remove.ts';
import { comment, edit, expectRefusal, listed, set, showing, submit } from './support/comments.ts';
import { callDuring } from './support/locks.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, C13, C22
describeVisited.onBothEngines('comments: moderation', (use) => {
  afterEach(() => set(use(), { commentModeration: 'off' }));

  it('off: approves every comment immediately', async () => {
    expect((await comment(use(), 'gb-note')).comment.status).to.equal('approved');
  });

  it('all: holds every comment until the administrator approves it', async () => {
    const id = await write(use(), { title: 'All' });
    const known = await comment(use(), id);
    await set(use(), { commentModeration: 'all' });
    const held = await comment(use(), id, {}, showing(known.receipt));
    expect(held.comment.status).to.equal('pending');
    expect(await listed(use(), id)).to.deep.equal([known.comment]);
    await use().admin('PUT', `/api/comments/${held.comment.id}`, { status: 'approved' });
    expect(await listed(use(), id)).to.deep.equal([known.comment, { ...held.comment, status: 'approved' }]);
  });

  it('first: holds comments without a receipt of an approved comment', async () => {
    const id = await write(use(), { title: 'First' });
    await set(use(), { commentModeration: 'first' });
    const first = await comment(use(), id);
    expect(first.comment.status).to.equal('pending');
    expect((await comment(use(), id, {}, showing(first.receipt))).comment.status).to.equal('pending');
    await use().admin('PUT', `/api/comments/${first.comment.id}`, { status: 'approved' });
    expect((await comment(use(), id, {}, showing('wrong', first.receipt))).comment.status).to.equal('approved');
    expect((await comment(use(), 'gb-note', {}, showing(first.receipt))).comment.status).to.equal('approved');
    expect((await comment(use(), id, {}, showing('wrong'))).comment.status).to.equal('pending');
    await use().admin('DELETE', `/api/comments/${first.comment.id}`);
    expect((await comment(use(), id, {}, showing(first.receipt))).comment.status).to.equal('pending');
  });

  it('an edit does not change the status that the administrator set', async () => {
    const held = await comment(use(), 'gb-note');
    await use().admin('PUT', `/api/comments/${held.comment.id}`, { status: 'pending' });
    expect((await edit(use(), held, { content: 'slightly other' })).body.comment.status).to.equal('pending');
  });

  it('approves and holds; repeating it changes nothing', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    for (const status of ['pending', 'pending', 'approved', 'approved']) {
      const { body } = await use().admin('PUT', `/api/comments/${made.id}`, { status });
      expect(body).to.deep.equal({ ok: true, comment: { ...made, status } });
      const found = await use().admin('GET', `/api/comments?post=gb-note&status=${status}`);
      const shown = found.body.comments.find(({ id }: { id: string }) => id === made.id);
      expect(shown.heldBecause).to.equal(status === 'pending' ? 'administrator' : null);
    }
  });

  it('pins, features and edits a comment, and keeps omitted fields', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    const put = async (fields: unknown) => (await use().admin('PUT', `/api/comments/${made.id}`, fields)).body.comment;
    expect(await put({ pinned: true })).to.deep.equal({ ...made, pinned: 1 });
    expect(await put({ featured: 1, pinned: 0 })).to.deep.equal({ ...made, featured: 1 });
    expect(await put({ content: ' <b>\0\tcorrected ' })).to.include({ content: '&lt;b&gt; corrected', featured: 1 });
    expect(await put({})).to.include({ content: '&lt;b&gt; corrected', featured: 1, author: made.author });
  });

  it('rejects invalid status, flags and content', async () => {
    const { comment: made } = await comment(use(), 'gb-note');
    const wrong = { status: 'held', pinned: 2, featured: 'yes', content: '' };
    for (const [field, value] of Object.entries(wrong)) {
      expectRefusedField(await use().admin('PUT', `/api/comments/${made.id}`, { [field]: value }), field);
    }
    expectRefusedField(await use().admin('PUT', `/api/comments/${made.id}`, { content: 'x'.repeat(5001) }), 'content');
  });

  it('answers 404 for unknown ids, and 401 to visitors', async () => {
    for (const id of ['c-unknown', '%00', '..%2f..', 'gb-note', '%F0%9F%98%80']) {
      for (const method of ['PUT', 'DELETE']) {
        expectRefusal(await use().admin(method, `/api/comments/${id}`, {}), 404, 'NOT_FOUND');
        expectRefusal(await use().call(method, `/api/comments/${id}`, { body: {} }), 401, 'UNAUTHORIZED');
      }
    }
  });

  // docs/interface.md, C23
  it('the administrator deletes all nested replies too', async () => {
    const id = await write(use(), { title: 'Tree' });
    const root = await comment(use(), id);
    const reply = await comment(use(), id, { parentId: root.comment.id });
    await comment(use(), id, { parentId: reply.comment.id });
    const other = await comment(use(), id);
    const { body } = await use().admin('DELETE', `/api/comments/${root.comment.id}`);
    expect(body).to.deep.equal({ ok: true, deleted: 3 });
    expect(await listed(use(), id)).to.deep.equal([other.comment]);
    expectRefusal(await use().admin('DELETE', `/api/comments/${reply.comment.id}`), 404, 'NOT_FOUND');
  });

  // docs/interface.md, C23
  it('counts and announces a deletion once when two are made at the same time', async () => {
    const mine = await comment(use(), 'gb-note');
    const { id } = mine.comment;
    const answer = await callDuring(
      use(),
      (tx) => removeComments(tx, use().clock, [id]),
      () => use().admin('DELETE', `/api/comments/${id}`),
    );
    expectRefusal(answer, 404, 'NOT_FOUND');
    const events = await use().database.kysely.selectFrom('events').selectAll().execute();
    expect(events.filter(({ type, data }) => type === 'comment.deleted' && data.includes(id))).to.have.length(1);
  });

  // docs/interface.md, C2
  it('hides pending replies of a hidden parent, and shows approved ones with their parent_id', async () => {
    const id = await write(use(), { title: 'Hidden parent' });
    const root = await comment(use(), id);
    const reply = await comment(use(), id, { parentId: root.comment.id });
    await use().admin('PUT', `/api/comments/${root.comment.id}`, { status: 'pending' });
    expect(await listed(use(), id)).to.deep.equal([reply.comment]);
    const late = await submit(use(), id, { author: 'Ann', content: 'late', parentId: root.comment.id });
    expectRefusedField(late, 'parentId');
  });
});
