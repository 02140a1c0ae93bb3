import { expect } from 'chai';

import { addComments, comment, listed, set } from './support/comments.ts';
import { open, visit } from './support/pages.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('comments: the window of 300', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  /** Ids. */
  let written: string[];
  before(async () => {
    await write(use(), { title: 'Long', id: 'long' });
    const first = (await comment(use(), 'long')).comment.id;
    await addComments(use(), 'long', 302);
    // The last one replies to the first, which is outside the window then.
    const last = (await comment(use(), 'long', { parentId: first })).comment.id;
    written = [first, ...Array.from({ length: 302 }, (_, at) => `c-long-${at}`), last];
  });

  const page = async (query = '') => (await use().call('GET', `/api/posts/long/comments${query}`)).body;

  it('contains the newest 300, oldest first, with the total and a cursor', async () => {
    const { comments, total, before: cursor } = await page();
    expect(comments.map(({ id }: { id: string }) => id)).to.deep.equal(written.slice(4));
    expect(total).to.equal(304);
    expect(cursor).to.be.a('string');
    expect(comments.at(-1).parent_id).to.equal(written[0]);
    const older = await page(`?before=${cursor}`);
    expect(older.comments.map(({ id }: { id: string }) => id)).to.deep.equal(written.slice(0, 4));
    expect(older.total).to.equal(304);
    expect(older).to.not.have.property('before');
  });

  it("contains 300 visible ones, including the caller's pending ones but not those of others", async () => {
    await set(use(), { commentModeration: 'all' });
    const [mine] = [await comment(use(), 'long'), await comment(use(), 'long')];
    await set(use(), { commentModeration: 'off' });
    expect((await listed(use(), 'long')).map(({ id }) => id)).to.deep.equal(written.slice(4));
    const own = await listed(use(), 'long', mine.receipt);
    expect(own.map(({ id }) => id)).to.deep.equal([...written.slice(5), mine.comment.id]);
  });

  it('shows each comment once when others are added between two pages', async () => {
    const { before: cursor } = await page();
    await comment(use(), 'long');
    expect((await page(`?before=${cursor}`)).comments).to.have.length(4);
  });

  itOnce('treats an empty cursor as absent, and rejects an invalid one', async () => {
    expect((await page('?before=')).comments).to.have.length(300);
    expect((await page('?before=1')).comments).to.deep.equal([]);
    for (const wrong of [
      '0',
      '01',
      'abc',
      'hello',
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
      const answer = await use().call('GET', `/api/posts/long/comments?before=${wrong}`);
      expectRefusedField(answer, 'before');
      expect(answer.body.error).to.match(/^"before" .+\.$/);
    }
  });

  it('accepts a cursor whose comment has been deleted since, also if all later ones have been', async () => {
    const { comment: first } = await comment(use(), 'gb-idea');
    const { comment: second } = await comment(use(), 'gb-idea');
    const { key } = await use()
      .database.kysely.selectFrom('comments')
      .select('key')
      .where('id', '=', second.id)
      .executeTakeFirstOrThrow();
    await use().admin('DELETE', `/api/comments/${second.id}`);
    const { body } = await use().call('GET', `/api/posts/gb-idea/comments?before=${key.toString(36)}`);
    expect(body.comments.map(({ id }: { id: string }) => id)).to.deep.equal([first.id]);
  });

  itOnce(
    'rejects an invalid cursor on pages that take no comments as well, and before it looks for the thread',
    async () => {
      await use().admin('POST', '/api/pages', { id: 'shut', title: 'Takes no comments', status: 'published' });
      for (const id of ['shut', 'none']) {
        expectRefusedField(await use().call('GET', `/api/posts/${id}/comments?before=hello`), 'before');
      }
    },
  );

  // docs/interface.md, C34
  itOnce('has a permanent URL for each comment, which leads to a page that shows it', async () => {
    const visitLink = async (id: string, thread = 'long') => {
      const { status, headers } = await visit(use(), `/posts/${thread}/comments/${id}`);
      return { status, to: headers.get('location') };
    };
    const [first, early, , , fifth] = written;
    const last = written.at(-1);
    expect(await visitLink(last!)).to.deep.equal({ status: 302, to: `/posts/long#${last}` });
    for (const id of [first!, early!, fifth!]) {
      const { status, to } = await visitLink(id);
      expect(status).to.equal(302);
      const [, path, fragment] = /^(\/posts\/long\?before=[0-9a-z]+)#(.+)$/.exec(to ?? '') ?? [];
      expect(fragment).to.equal(id);
      const page = await open(use(), path!);
      expect(page).to.include(`id="${id}"`);
      // With half a page of what was written afterwards.
      expect(page.match(/data-comment=/g)!.length).to.be.greaterThan(150);
    }
    await set(use(), { commentModeration: 'all' });
    const { comment: pending } = await comment(use(), 'long');
    await set(use(), { commentModeration: 'off' });
    const note = (await comment(use(), 'gb-note')).comment.id;
    expect(await visitLink(note, 'gb-note')).to.deep.equal({ status: 302, to: `/guestbook#${note}` });
    for (const [id, thread] of [
      [pending.id, 'long'],
      ['c-none', 'long'],
      [note, 'long'],
      [first!, 'none'],
    ] as const) {
      expect((await visitLink(id, thread)).status, `${id} of ${thread}`).to.equal(404);
    }
    await use().admin('POST', '/api/posts/long/rename', { newId: 'longer' });
    expect(await visitLink(last!)).to.deep.equal({ status: 302, to: `/posts/longer#${last}` });
  });
});
