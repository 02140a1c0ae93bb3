import { expect } from 'chai';

import { comment, listed, set, type Written } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited('comments: the window of 300', (use) => {
  let written: Written[];
  before(async () => {
    await write(use(), { title: 'Long', id: 'long' });
    written = [await comment(use(), 'long')];
    const [first] = written;
    for (let at = 1; at < 304; at++) {
      // The last one replies to the first, which is outside the window then.
      const parentId = at === 303 ? first?.comment.id : undefined;
      written.push(await comment(use(), 'long', { parentId }));
    }
  });

  const ids = (some: Written[]) => some.map(({ comment: { id } }) => id);
  const page = async (query = '') => (await use().call('GET', `/api/posts/long/comments${query}`)).body;

  it('contains the newest 300, oldest first, with the total and a cursor', async () => {
    const { comments, total, before: cursor } = await page();
    expect(comments.map(({ id }: { id: string }) => id)).to.deep.equal(ids(written.slice(4)));
    expect(total).to.equal(304);
    expect(cursor).to.be.a('string');
    expect(comments.at(-1).parent_id).to.equal(written[0]?.comment.id);
    const older = await page(`?before=${cursor}`);
    expect(older.comments.map(({ id }: { id: string }) => id)).to.deep.equal(ids(written.slice(0, 4)));
    expect(older.total).to.equal(304);
    expect(older).to.not.have.property('before');
  });

  it("contains 300 visible ones, including the caller's pending ones but not those of others", async () => {
    await set(use(), { commentModeration: 'all' });
    const [mine] = [await comment(use(), 'long'), await comment(use(), 'long')];
    await set(use(), { commentModeration: 'off' });
    expect((await listed(use(), 'long')).map(({ id }) => id)).to.deep.equal(ids(written.slice(4)));
    const own = await listed(use(), 'long', mine.receipt);
    expect(own.map(({ id }) => id)).to.deep.equal([...ids(written.slice(5)), mine.comment.id]);
  });

  it('shows each comment once when others are added between two pages', async () => {
    const { before: cursor } = await page();
    await comment(use(), 'long');
    expect((await page(`?before=${cursor}`)).comments).to.have.length(4);
  });

  it('treats an empty cursor as absent, and rejects an invalid one', async () => {
    expect((await page('?before=')).comments).to.have.length(300);
    expect((await page('?before=0')).comments).to.deep.equal([]);
    for (const wrong of [
      'zzzzzz',
      'zzzzzzz',
      '-1',
      '%00',
      '1.5',
      'A',
      '1%20',
      '1&before=2',
      '%F0%9F%98%80',
      '__proto__',
    ]) {
      expectRefusedField(await use().call('GET', `/api/posts/long/comments?before=${wrong}`), 'before');
    }
  });
});
