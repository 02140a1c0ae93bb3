import { expect } from 'chai';

import { comment, expectRefusal, listed, set, showing, submit, withdraw } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('comments: replies', (use) => {
  afterEach(() => set(use(), { commentModeration: 'off' }));

  // docs/interface.md, C12
  it('accepts a reply and a reply to a reply, and none below', async () => {
    const id = await write(use(), { title: 'Depths' });
    const first = await comment(use(), id);
    const second = await comment(use(), id, { parentId: first.comment.id });
    const third = await comment(use(), id, { parentId: second.comment.id });
    const fourth = await submit(use(), id, { author: 'Ann', content: 'deeper', parentId: third.comment.id });
    expectRefusal(fourth, 400, 'NESTING_TOO_DEEP');
    expect((await listed(use(), id)).map(({ parent_id }) => parent_id)).to.deep.equal([
      null,
      first.comment.id,
      second.comment.id,
    ]);
  });

  // docs/interface.md, C11
  it('rejects a parent that is unknown, on another post or in another section', async () => {
    const [here, there] = [await write(use(), { title: 'Here' }), await write(use(), { title: 'There' })];
    const parents = await Promise.all([comment(use(), there), comment(use(), 'gb-note')]);
    const ids = [
      ...parents.map((one) => one.comment.id),
      'c-unknown',
      '\0',
      '\ud800',
      'x'.repeat(10_000),
      "' or 1=1 --",
    ];
    for (const parentId of ids) {
      expectRefusedField(await submit(use(), here, { author: 'Ann', content: 'lost', parentId }), 'parentId');
    }
    const [, note] = parents;
    expectRefusedField(
      await submit(use(), 'gb-idea', { author: 'Ann', content: 'lost', parentId: note?.comment.id }),
      'parentId',
    );
    expect(await listed(use(), here)).to.deep.equal([]);
  });

  it('accepts a pending parent only with its receipt', async () => {
    const id = await write(use(), { title: 'Pending parent' });
    await set(use(), { commentModeration: 'all' });
    const parent = await comment(use(), id);
    const foreign = await comment(use(), id);
    const reply = { author: 'Ann', content: 'to myself', parentId: parent.comment.id };
    expectRefusedField(await submit(use(), id, reply), 'parentId');
    expectRefusedField(await submit(use(), id, reply, showing(foreign.receipt)), 'parentId');
    const taken = await submit(use(), id, reply, showing(foreign.receipt, parent.receipt));
    expect(taken.status).to.equal(201);
    expect(taken.body.comment.parent_id).to.equal(parent.comment.id);
  });

  it('accepts replies to a comment that its author deleted', async () => {
    const id = await write(use(), { title: 'Emptied parent' });
    const parent = await comment(use(), id);
    await comment(use(), id, { parentId: parent.comment.id });
    await withdraw(use(), parent);
    const late = await comment(use(), id, { parentId: parent.comment.id });
    expect(late.comment.parent_id).to.equal(parent.comment.id);
  });

  // docs/interface.md, C16
  it('either stores a reply or reports a missing parent while the administrator deletes it', async () => {
    const id = await write(use(), { title: 'Race' });
    const parent = await comment(use(), id);
    const replies = Array.from({ length: 10 }, (_, at) =>
      submit(use(), id, { author: 'Ann', content: `Reply ${at}`, parentId: parent.comment.id }),
    );
    const [deleted, ...answers] = await Promise.all([
      use().admin('DELETE', `/api/comments/${parent.comment.id}`),
      ...replies,
    ]);
    expect(deleted.status).to.equal(200);
    expect(answers.map(({ status }) => status)).to.satisfy((all: number[]) =>
      all.every((status) => [201, 400, 404].includes(status)),
    );
    expect(await listed(use(), id)).to.deep.equal([]);
  });
});
