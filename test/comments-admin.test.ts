import { expect } from 'chai';

import { comment, expectRefusal, listed, set } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import type { Answer } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, C21
describeVisited.onBothEngines("comments: the administrator's list", (use) => {
  before(async () => {
    await write(use(), { title: 'Post & "one"', id: 'one' });
    await write(use(), { title: 'Draft', id: 'draft' });
    await comment(use(), 'one', { author: 'Zoë', content: '100%_sure\\' });
    await comment(use(), 'draft', { author: 'Bob', content: 'in a draft' });
    await comment(use(), 'gb-note', { author: 'Carl', content: 'ÄRGER' });
    const idea = await comment(use(), 'gb-idea', { author: 'Dora', content: 'held' });
    await use().admin('PUT', `/api/comments/${idea.comment.id}`, { status: 'pending' });
    await use().admin('PUT', '/api/posts/draft', { status: 'draft' });
  });

  const all = async (query = ''): Promise<Answer> => use().admin('GET', `/api/comments${query}`);
  const authors = async (query: string) =>
    (await all(query)).body.comments.map(({ author }: { author: string }) => author);

  it('contains all comments, the newest first, with the titles of posts and sections', async () => {
    const { body } = await all();
    expect(body).to.include({ ok: true, total: 4, page: 1, pageSize: 10 });
    const shown = body.comments.map((one: Record<string, unknown>) => [one.author, one.post_id, one.post_title]);
    expect(shown).to.deep.equal([
      ['Dora', 'gb-idea', 'Idea'],
      ['Carl', 'gb-note', 'Note'],
      ['Bob', 'draft', 'Draft'],
      ['Zoë', 'one', 'Post & "one"'],
    ]);
    expect(body.comments[0]).to.have.all.keys(
      'id',
      'post_id',
      'author',
      'content',
      'date',
      'status',
      'parent_id',
      'likes',
      'pinned',
      'featured',
      'owner',
      'post_title',
      'heldBecause',
      'spam',
      'email',
    );
    expect(await use().trpc().comments.all.query({})).to.deep.equal(body);
  });

  it('filters by status; empty means all', async () => {
    expect(await authors('?status=pending')).to.deep.equal(['Dora']);
    expect(await authors('?status=approved')).to.deep.equal(['Carl', 'Bob', 'Zoë']);
    expect(await authors('?status=')).to.have.length(4);
    expectRefusedField(await all('?status=held'), 'status');
  });

  it('filters by post or section, and finds nothing for an impossible id', async () => {
    expect(await authors('?post=one')).to.deep.equal(['Zoë']);
    expect(await authors('?post=ONE')).to.deep.equal(['Zoë']);
    expect(await authors('?post=gb-note')).to.deep.equal(['Carl']);
    for (const post of ['gb-other', '..', '%00', "'%20or%201=1", 'constructor']) {
      expect(await authors(`?post=${post}`), post).to.deep.equal([]);
    }
  });

  it('searches author and content in any case, and treats wildcards literally', async () => {
    for (const [search, found] of Object.entries({
      zoë: 'Zoë',
      ZOË: 'Zoë',
      ärger: 'Carl',
      '%_s': 'Zoë',
      '\\': 'Zoë',
    })) {
      expect(await authors(`?search=${encodeURIComponent(search)}`), search).to.deep.equal([found]);
    }
    for (const search of ['zo_', '%bob', 'bobin', 'bob\u001fin', 'x'.repeat(200)]) {
      expect(await authors(`?search=${encodeURIComponent(search)}`), search).to.deep.equal([]);
    }
    expect(await authors('?search=d&status=approved&post=draft')).to.deep.equal(['Bob']);
  });

  it('pages without the cap of the post list, and returns the page size used', async () => {
    expect(await authors('?page=2&pageSize=3')).to.deep.equal(['Zoë']);
    for (const page of [201, 999_999_999_999_999]) {
      expect((await all(`?page=${page}&pageSize=1000`)).body).to.deep.equal({
        ok: true,
        comments: [],
        total: 4,
        page,
        pageSize: 100,
      });
    }
    for (const query of ['page=0', 'pageSize=0', 'page=-1', 'page=1e1', 'page=1&page=2', 'pageSize=0x10']) {
      expectRefusedField(await all(`?${query}`), query.split('=')[0] ?? '');
    }
  });

  it('requires the administrator', async () => {
    expectRefusal(await use().call('GET', '/api/comments'), 401, 'UNAUTHORIZED');
    expectRefusal(await use().call('GET', '/api/comments?page=0&x=%zz'), 401, 'UNAUTHORIZED');
  });
});

// docs/interface.md, C24
describeVisited.onBothEngines('comments: bulk', (use) => {
  const bulk = (action: string, ids: unknown) => use().admin('POST', '/api/comments/bulk', { action, ids });
  const three = () => Promise.all([1, 2, 3].map(async () => (await comment(use(), 'gb-idea')).comment.id));

  const standings = async (ids: string[]): Promise<unknown[]> => {
    const { body } = await use().admin('GET', '/api/comments?pageSize=100');
    const byId = new Map(body.comments.map((one: Record<string, unknown>) => [one.id, [one.status, one.heldBecause]]));
    return ids.map((id) => byId.get(id));
  };

  it('holds and approves many, and returns the number that changed', async () => {
    const ids = await three();
    expect((await bulk('hold', [...ids, ...ids, 'c-unknown', '\0', '\ud800'])).body).to.deep.equal({
      ok: true,
      changed: 3,
    });
    expect((await bulk('hold', ids.slice(1))).body.changed).to.equal(0);
    expect((await bulk('approve', ids.slice(1))).body.changed).to.equal(2);
    const shown = await listed(use(), 'gb-idea');
    expect(shown.map(({ id }) => id))
      .to.include.members(ids.slice(1))
      .and.not.include(ids[0]);
  });

  it('reverts approvals, with the former reason of each comment', async () => {
    await set(use(), { commentModeration: 'all' });
    const [waited = '', answered = ''] = await three();
    await set(use(), { commentModeration: 'off' });
    const [free = ''] = await three();
    const ids = [waited, answered, free];
    expect((await bulk('unapprove', ids)).body.changed, 'those that were approved').to.equal(1);
    await bulk('approve', ids);
    await use().admin('PUT', `/api/comments/${free}`, { status: 'approved' });
    expect(await standings(ids)).to.deep.equal([
      ['approved', null],
      ['approved', null],
      ['approved', null],
    ]);
    expect((await bulk('unapprove', [...ids, 'c-unknown', '\0'])).body).to.deep.equal({ ok: true, changed: 3 });
    const before = [
      ['pending', 'moderation'],
      ['pending', 'moderation'],
      ['pending', 'administrator'],
    ];
    expect(await standings(ids)).to.deep.equal(before);
    expect((await bulk('unapprove', ids)).body.changed).to.equal(0);
    expect((await listed(use(), 'gb-idea')).map(({ id }) => id)).to.not.include.oneOf(ids);

    await use().admin('POST', `/api/comments/${answered}/reply`, { content: 'approves it' });
    await use().admin('PUT', `/api/comments/${waited}`, { status: 'approved' });
    await bulk('unapprove', [waited, answered]);
    expect(await standings(ids)).to.deep.equal(before);
    await bulk('approve', [waited]);
    await bulk('hold', [waited]);
    expect(await standings([waited])).to.deep.equal([['pending', 'administrator']]);
  });

  it('deletes many with their replies, and counts a reply beside its parent once', async () => {
    const [first = '', second = ''] = await three();
    const reply = await comment(use(), 'gb-idea', { parentId: first });
    const { body } = await bulk('delete', [first, second, reply.comment.id, '\0']);
    expect(body).to.deep.equal({ ok: true, changed: 3 });
    expect((await listed(use(), 'gb-idea')).map(({ id }) => id)).to.not.include.oneOf([first, second]);
  });

  // docs/interface.md, P45 as well
  it('reaches all comments that match a filter, 200 in a call, if there are as many as expected', async () => {
    const call = (body: object) => use().admin('POST', '/api/comments/bulk', { action: 'approve', ...body });
    const total = async (query: string) => (await use().admin('GET', `/api/comments?${query}`)).body.total as number;
    const filter = { post: 'gb-note', status: 'pending', search: 'EVERY' };
    await set(use(), { commentModeration: 'all' });
    const ids: string[] = [];
    for (let at = 0; at < 202; at++) {
      ids.push((await comment(use(), 'gb-note', { content: `every ${at}` })).comment.id);
    }
    const { comment: other } = await comment(use(), 'gb-idea', { content: 'every other' });
    await set(use(), { commentModeration: 'off' });

    expect((await call({ filter, expected: 203 })).body).to.include({ code: 'PRECONDITION_FAILED' });
    const sorted = ids.toSorted();
    const first = await call({ filter, expected: 202 });
    expect(first.body).to.deep.equal({ ok: true, changed: 200, left: 2, after: sorted[199] });
    expect((await call({ filter, expected: 202, after: first.body.after })).status).to.equal(412);
    const second = await call({ filter, expected: 2, after: first.body.after });
    expect(second.body).to.deep.equal({ ok: true, changed: 2, left: 0 });
    expect(await standings([other.id])).to.deep.equal([['pending', 'moderation']]);
    expect(await total('post=gb-note&status=pending')).to.equal(0);

    const rest = { post: 'gb-note', search: 'every' };
    expect((await call({ action: 'hold', filter: { ...rest, status: 'pending' }, expected: 0 })).body).to.deep.equal({
      ok: true,
      changed: 0,
      left: 0,
    });
    // A reply behind is deleted with what it answers.
    use().clock.advance(1000);
    await comment(use(), 'gb-note', { content: 'every reply', parentId: sorted[0] });
    const removed = await call({ action: 'delete', filter: rest, expected: 203 });
    expect(removed.body).to.deep.equal({ ok: true, changed: 201, left: 2, after: sorted[199] });
    const last = await call({ action: 'delete', filter: rest, expected: 2, after: removed.body.after });
    expect(last.body).to.deep.equal({ ok: true, changed: 2, left: 0 });
    expect(await total('post=gb-note&search=every')).to.equal(0);
    for (const body of [{}, { ids, filter, expected: 1 }, { ids: ids.slice(0, 1), filter, expected: 1 }]) {
      expectRefusedField(await call(body), 'ids');
    }
    expectRefusedField(await call({ filter }), 'expected');
  });

  it('accepts 1 to 200 ids and the four actions', async () => {
    expect(
      (
        await bulk(
          'hold',
          Array.from({ length: 200 }, (_, at) => `c-${at}`),
        )
      ).body.changed,
    ).to.equal(0);
    for (const ids of [[], Array.from({ length: 201 }, () => 'c-x'), 'c-x', null, [1]]) {
      expectRefusedField(await bulk('hold', ids), 'ids');
    }
    expectRefusedField(await bulk('shout', ['c-x']), 'action');
    const visitor = await use().call('POST', '/api/comments/bulk', { body: { action: 'delete', ids: ['c-x'] } });
    expectRefusal(visitor, 401, 'UNAUTHORIZED');
  });
});
