import type { SqlEntityManager } from '@mikro-orm/sql';
import { expect } from 'chai';

import { Comment } from '../entities/comment.ts';
import { comment, edit, expectRefusal, listed, set, showing, withdraw } from './support/comments.ts';
import { callDuring } from './support/locks.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited, refusal } from './support/visitors.ts';

const MINUTE = 60_000;

describeVisited.onBothEngines('comments: own comments', (use) => {
  afterEach(() => set(use(), { commentModeration: 'off', commentsEnabled: true }));

  // docs/interface.md, C3
  it('shows a pending comment only with its receipt', async () => {
    const id = await write(use(), { title: 'Mine' });
    await comment(use(), id, { content: 'approved' });
    await set(use(), { commentModeration: 'all' });
    const mine = await comment(use(), id, { content: 'mine' });
    await comment(use(), id, { content: 'foreign' });
    const contents = async (...receipts: string[]) =>
      (await listed(use(), id, ...receipts)).map(({ content }) => content);
    expect(await contents()).to.deep.equal(['approved']);
    expect(await contents('wrong', '', mine.receipt.toUpperCase())).to.deep.equal(['approved']);
    expect(await contents(mine.receipt)).to.deep.equal(['approved', 'mine']);
    const { body } = await use().call('GET', `/api/posts/${id}/comments`, { headers: showing(mine.receipt) });
    expect(body.total).to.equal(1);

    const place = `/api/posts/${id}/comments/${mine.comment.id}`;
    expectRefusal(await use().call('GET', place), 404, 'NOT_FOUND');
    expect((await use().call('GET', place, { headers: showing(mine.receipt) })).body.comment).to.include({
      content: 'mine',
      status: 'pending',
    });
  });

  // docs/interface.md, C17
  it('reads at most 20 receipts of a header', async () => {
    const id = await write(use(), { title: 'Twenty' });
    await set(use(), { commentModeration: 'all' });
    const { receipt } = await comment(use(), id);
    const others = Array.from({ length: 20 }, (_, at) => `other-${at}`);
    expect(await listed(use(), id, ...others.slice(0, 19), receipt)).to.have.length(1);
    expect(await listed(use(), id, ...others, receipt)).to.have.length(0);
  });

  it('is not cacheable with a receipt', async () => {
    const { receipt } = await comment(use(), 'gb-note');
    const { headers } = await use().call('GET', '/api/posts/gb-note/comments', { headers: showing(receipt) });
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('vary')).to.match(/X-Comment-Receipt/i);
  });

  // docs/interface.md, C18
  it('changes author and content within 15 minutes', async () => {
    const id = await write(use(), { title: 'Edit' });
    const mine = await comment(use(), id);
    use().clock.advance(15 * MINUTE);
    const { status, body } = await edit(use(), mine, { author: ' Anna\t', content: '<i>' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ ok: true, comment: { ...mine.comment, author: 'Anna', content: '&lt;i&gt;' } });
    expect(await listed(use(), id)).to.deep.equal([body.comment]);
  });

  it('rejects edits and deletions after 15 minutes', async () => {
    const id = await write(use(), { title: 'Too late' });
    const mine = await comment(use(), id);
    use().clock.advance(15 * MINUTE + 1);
    expectRefusal(await edit(use(), mine, { content: 'late' }), 403, 'EDIT_WINDOW_OVER');
    expectRefusal(await withdraw(use(), mine), 403, 'EDIT_WINDOW_OVER');
    expect(await listed(use(), id)).to.deep.equal([mine.comment]);
  });

  it('rejects a missing or wrong receipt, and that of another comment', async () => {
    const id = await write(use(), { title: 'Foreign' });
    const [mine, other] = [await comment(use(), id), await comment(use(), id)];
    for (const receipt of ['', 'wrong', other.receipt]) {
      expectRefusal(await edit(use(), { ...mine, receipt }, { content: 'x' }), 403, 'RECEIPT_INVALID');
      expectRefusal(await withdraw(use(), { ...mine, receipt }), 403, 'RECEIPT_INVALID');
    }
    const input = { id, commentId: mine.comment.id };
    expect(
      await refusal(
        use()
          .trpc(null)
          .comments.edit.mutate({ ...input, content: 'x' }),
      ),
    ).to.include({
      status: 403,
      code: 'RECEIPT_INVALID',
    });
    expect(await listed(use(), id)).to.deep.equal([mine.comment, other.comment]);
  });

  it('answers 404 for a comment that is on another post, unknown or hidden', async () => {
    const [id, other] = [await write(use(), { title: 'A' }), await write(use(), { title: 'B' })];
    const mine = await comment(use(), id);
    const elsewhere = { ...mine, comment: { ...mine.comment, post_id: other } };
    expectRefusal(await edit(use(), elsewhere, { content: 'x' }), 404, 'NOT_FOUND');
    for (const unknown of ['c-unknown', '%00', '..%2f..', 'bulk']) {
      const one = { ...mine, comment: { ...mine.comment, id: unknown } };
      expectRefusal(await edit(use(), one, { content: 'x' }), 404, 'NOT_FOUND');
      expectRefusal(await withdraw(use(), one), 404, 'NOT_FOUND');
    }
    await use().admin('PUT', `/api/posts/${id}`, { status: 'draft' });
    expectRefusal(await edit(use(), mine, { content: 'x' }), 404, 'NOT_FOUND');
  });

  it('validates an edit like a new comment', async () => {
    const mine = await comment(use(), 'gb-note');
    expectRefusedField(await edit(use(), mine, { content: 'x'.repeat(5001) }), 'content');
    expectRefusedField(await edit(use(), mine, { content: '\0' }), 'content');
    expectRefusedField(await edit(use(), mine, { author: '😀'.repeat(81) }), 'author');
    const ignored = await edit(use(), mine, { status: 'pending', pinned: 1, likes: 5, parentId: 'c-x' });
    expect(ignored.body.comment).to.deep.equal(mine.comment);
  });

  // docs/interface.md, C19
  it('moderates an edit like a new comment, and rejects it while comments are closed', async () => {
    const id = await write(use(), { title: 'Moderated edit' });
    const mine = await comment(use(), id);
    await set(use(), { commentModeration: 'all' });
    expect((await edit(use(), mine, { content: 'changed' })).body.comment.status).to.equal('pending');
    expect(await listed(use(), id)).to.deep.equal([]);
    await set(use(), { commentsEnabled: false });
    expectRefusal(await edit(use(), mine, { content: 'once more' }), 403, 'COMMENTS_CLOSED');
    expect((await withdraw(use(), mine)).body).to.deep.equal({ ok: true, deleted: 1 });
  });

  it('moderates an edit of a comment that is approved at the same time', async () => {
    await set(use(), { commentModeration: 'all' });
    const mine = await comment(use(), 'gb-idea');
    const { id } = mine.comment;
    const approve = (tx: SqlEntityManager) => tx.nativeUpdate(Comment, { id }, { status: 'approved' });
    const { body } = await callDuring(use(), approve, () => edit(use(), mine, { content: 'not read by the owner' }));
    expect(body.comment).to.include({ content: 'not read by the owner', status: 'pending' });
    expect(await listed(use(), 'gb-idea')).to.deep.equal([]);
  });

  it('does not change a comment that is deleted or emptied at the same time', async () => {
    await set(use(), { spamFilter: true });
    const [deleted, emptied] = [await comment(use(), 'gb-idea'), await comment(use(), 'gb-idea')];
    await comment(use(), 'gb-idea', { parentId: emptied.comment.id });
    const erase = (tx: SqlEntityManager) => tx.nativeDelete(Comment, { id: deleted.comment.id });
    expectRefusal(await callDuring(use(), erase, () => edit(use(), deleted, { content: 'late' })), 404, 'NOT_FOUND');
    const empty = (tx: SqlEntityManager) =>
      tx.nativeUpdate(Comment, { id: emptied.comment.id }, { author: '', content: '', receiptHash: null });
    const { status } = await callDuring(use(), empty, () => edit(use(), emptied, { content: 'late' }));
    expect(status).to.be.oneOf([403, 404]);
    await set(use(), { spamFilter: false });
    expect((await listed(use(), 'gb-idea')).map(({ content }) => content)).to.not.include('late');
  });

  // docs/interface.md, C20
  it('deletes a comment without replies, and empties one with replies', async () => {
    const id = await write(use(), { title: 'Withdrawn' });
    const [parent, alone] = [await comment(use(), id, { author: 'Secret name' }), await comment(use(), id)];
    const reply = await comment(use(), id, { parentId: parent.comment.id });
    expect((await withdraw(use(), alone)).body).to.deep.equal({ ok: true, deleted: 1 });
    expect((await withdraw(use(), parent)).body).to.deep.equal({ ok: true, deleted: 0 });
    expect(await listed(use(), id, parent.receipt)).to.deep.equal([
      { ...parent.comment, author: '', content: '' },
      reply.comment,
    ]);
    expectRefusal(await edit(use(), parent, { author: 'Back', content: 'again' }), 403, 'RECEIPT_INVALID');
    expectRefusal(await withdraw(use(), alone), 404, 'NOT_FOUND');
    const byAdministrator = await use().admin('PUT', `/api/comments/${parent.comment.id}`, { content: 'again' });
    expectRefusal(byAdministrator, 400, 'BAD_REQUEST');
    expect(await listed(use(), id)).to.have.nested.property('[0].content', '');
    expect((await use().admin('GET', '/api/comments?search=secret%20name')).body.total).to.equal(0);
  });
});
