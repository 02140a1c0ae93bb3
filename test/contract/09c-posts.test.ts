import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { change, expectRefusedField, ids, read, write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** Rules of posts: docs/interface.md, P1, P2, P10, P13, P17 */
describeVisited('contract: posts', (use) => {
  it('id is a slug made from the title: transliterated, lower case, a-z0-9-', async () => {
    for (const [title, slug] of [
      ['Crème Brûlée!', 'creme-brulee'],
      ['Привет мир', 'privet-mir'],
      ['Καλημέρα', 'kalimera'],
      ['你好世界', 'nihao-shijie'],
    ] as const) {
      expect(await write(use(), { title }), title).to.equal(slug);
    }
  });
  it('A title that would give gb-… gives post-gb-…', async () => {
    expect(await write(use(), { title: 'GB News' })).to.equal('post-gb-news');
  });
  it('… taken → 409 POST_EXISTS; gb-… → 400', async () => {
    await write(use(), { id: 'taken' });
    expectRefusal(await use().admin('POST', '/api/posts', { title: 'x', id: 'TAKEN' }), 409, 'POST_EXISTS');
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', id: 'gb-x' }), 'id');
  });

  it('Pinned and protected are 0/1 in answers and booleans in bodies; bodies also accept 0/1', async () => {
    for (const [sent, answered] of [
      [true, 1],
      [1, 1],
      [false, 0],
      [0, 0],
    ] as const) {
      expect((await read(use(), await write(use(), { pinned: sent }))).pinned).to.equal(answered);
    }
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', pinned: 2 }), 'pinned');
  });

  it('Public callers: status=draft gives 200 and an empty list', async () => {
    await write(use(), { id: 'hidden', status: 'draft' });
    const { status, body } = await use().call('GET', '/api/posts?status=draft');
    expect([status, body.posts, body.total]).to.deep.equal([200, [], 0]);
  });
  it('With a valid token status filters, and its absence means all', async () => {
    const all = ids(await use().admin('GET', '/api/posts?pageSize=100'));
    expect(all).to.include.members(['hidden', 'taken']);
    expect(ids(await use().admin('GET', '/api/posts?status=draft'))).to.deep.equal(['hidden']);
    expect(ids(await use().admin('GET', '/api/posts?status=published&pageSize=100'))).to.not.include('hidden');
  });
  it('PUT answers { ok, id, version }; DELETE { ok, id }; both 404 for an unknown id', async () => {
    const id = await write(use(), {});
    const { version } = await read(use(), id);
    expect((await change(use(), id, {})).body).to.deep.equal({ ok: true, id, version });
    expect((await use().admin('DELETE', `/api/posts/${id}`)).body).to.deep.equal({ ok: true, id });
    expectRefusal(await change(use(), id, { title: 'x' }), 404, 'NOT_FOUND');
    expectRefusal(await use().admin('DELETE', `/api/posts/${id}`), 404, 'NOT_FOUND');
  });

  it('… buffered counts die with it', async () => {
    await write(use(), { id: 'buffered' });
    await use().call('POST', '/api/posts/buffered/view');
    await use().admin('DELETE', '/api/posts/buffered');
    await use().services.views.flush();
    await write(use(), { id: 'buffered' });
    expect((await read(use(), 'buffered')).views).to.equal(0);
    expect((await use().call('GET', '/api/stats')).body.views).to.equal(0);
  });
});
