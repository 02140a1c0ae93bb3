import { expect } from 'chai';

import { comment, edit, expectRefusal, listed, set, submit, withdraw } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, C14
describeVisited.onBothEngines('comments: duplicates', (use) => {
  it('stores exactly one of 50 concurrent duplicates', async () => {
    const id = await write(use(), { title: 'Fifty' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submit(use(), id, { author: 'Ann', content: 'The same' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(49);
    for (const one of refused) expectRefusal(one, 409, 'DUPLICATE_COMMENT');
    expect(await listed(use(), id)).to.have.length(1);
  });

  it('answers every call of a batch whose first and last calls are duplicates', async () => {
    const id = await write(use(), { title: 'Batched' });
    await comment(use(), id, { author: 'Ann', content: 'known' });
    const client = use().trpc(null);
    const outcomes = await Promise.allSettled(
      ['known', 'new', 'known'].map((content) => client.comments.submit.mutate({ id, author: 'Ann', content })),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'rejected']);
  });

  it('accepts the same text on another post, in the other section, and by another author', async () => {
    const posts = [await write(use(), { title: 'One' }), await write(use(), { title: 'Two' }), 'gb-note', 'gb-idea'];
    for (const thread of posts) {
      for (const author of ['Ann', 'ann']) await comment(use(), thread, { author, content: 'Again' });
      expectRefusal(await submit(use(), thread, { author: 'Ann', content: 'Again' }), 409, 'DUPLICATE_COMMENT');
    }
  });

  it('does not confuse author and content', async () => {
    const id = await write(use(), { title: 'Boundary' });
    await comment(use(), id, { author: 'Ann', content: 'B C' });
    await comment(use(), id, { author: 'AnnB', content: 'C' });
  });

  it('compares cleaned texts, regardless of the parent', async () => {
    const id = await write(use(), { title: 'Cleaned' });
    const first = await comment(use(), id, { author: 'José', content: 'a b' });
    const same = { author: ' Jose\u0301', content: 'a\u0007\tb\r\n', parentId: first.comment.id };
    expectRefusal(await submit(use(), id, same), 409, 'DUPLICATE_COMMENT');
  });

  it('counts a pending comment', async () => {
    const id = await write(use(), { title: 'Waiting' });
    await set(use(), { commentModeration: 'all' });
    await comment(use(), id, { content: 'held' });
    const again = await submit(use(), id, { author: 'Ann', content: 'held' });
    await set(use(), { commentModeration: 'off' });
    expectRefusal(again, 409, 'DUPLICATE_COMMENT');
  });

  it('rejects an edit that duplicates another comment', async () => {
    const id = await write(use(), { title: 'Edited' });
    await comment(use(), id, { content: 'first' });
    const second = await comment(use(), id, { content: 'second' });
    expectRefusal(await edit(use(), second, { content: 'first' }), 409, 'DUPLICATE_COMMENT');
    const byAdmin = await use().admin('PUT', `/api/comments/${second.comment.id}`, { content: 'first' });
    expectRefusal(byAdmin, 409, 'DUPLICATE_COMMENT');
    expect((await listed(use(), id)).map(({ content }) => content)).to.deep.equal(['first', 'second']);
  });

  it('accepts the text again after its author deleted or changed the comment', async () => {
    const id = await write(use(), { title: 'Freed' });
    const emptied = await comment(use(), id, { content: 'emptied' });
    await comment(use(), id, { parentId: emptied.comment.id });
    const deleted = await comment(use(), id, { content: 'deleted' });
    const changed = await comment(use(), id, { content: 'changed' });
    await Promise.all([withdraw(use(), emptied), withdraw(use(), deleted), edit(use(), changed, { content: 'other' })]);
    for (const content of ['emptied', 'deleted', 'changed']) await comment(use(), id, { content });
  });

  it('allows two deleted comments beside each other', async () => {
    const id = await write(use(), { title: 'Two empty' });
    for (const content of ['one', 'two']) {
      const made = await comment(use(), id, { content });
      await comment(use(), id, { parentId: made.comment.id });
      expect((await withdraw(use(), made)).status).to.equal(200);
    }
    expect((await listed(use(), id)).filter(({ content }) => content === '')).to.have.length(2);
  });
});
