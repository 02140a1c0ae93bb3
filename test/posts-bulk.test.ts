import { expect } from 'chai';

import { change, expectRefusedField, ids, read, rowOf, write } from './support/posts.ts';
import { takeMany } from './support/transfer.ts';
import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, P27, P28
describeVisited.onBothEngines('posts.bulk', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const bulk = (action: string, some: string[], tag?: string) =>
    use().admin('POST', '/api/posts/bulk', { action, ids: some, tag });
  const versions = async (id: string) =>
    ((await use().admin('GET', `/api/posts/${id}/revisions`)).body.revisions as { version: number }[]).map(
      ({ version }) => version,
    );

  it('publishes and unpublishes, and returns the number of changed posts', async () => {
    const [one, two, draft] = [await write(use(), {}), await write(use(), {}), await write(use(), { status: 'draft' })];
    expect((await bulk('unpublish', [one, two, draft, 'nobody', one])).body).to.deep.equal({ ok: true, changed: 2 });
    expect(ids(await use().call('GET', '/api/posts?pageSize=100'))).to.not.include(one);
    expect((await bulk('publish', [one.toUpperCase(), two, draft])).body).to.deep.equal({ ok: true, changed: 3 });
    expect(ids(await use().call('GET', '/api/posts?pageSize=100'))).to.include.members([one, two, draft]);
  });

  itOnce('publishes immediately: a future time is removed, a past one stays', async () => {
    const { clock } = use();
    const [over, yet] = [-1, 1].map((days) => new Date(clock.now() + days * 86_400_000).toISOString());
    const past = await write(use(), { publishAt: over, status: 'draft' });
    const future = await write(use(), { publishAt: yet });
    expect((await bulk('publish', [past, future])).body.changed).to.equal(2);
    expect((await rowOf(use(), past)).publish_at).to.equal(over);
    expect((await rowOf(use(), future)).publish_at).to.equal(null);
    expect((await use().call('GET', `/api/posts/${future}`)).status).to.equal(200);
  });

  itOnce('adds and removes tags, and lists follow', async () => {
    const [one, two] = [await write(use(), { tags: ['x'] }), await write(use(), { tags: ['bulk', 'x'] })];
    expect((await bulk('tag', [one, two], ' bulk ')).body.changed).to.equal(1);
    expect((await read(use(), one)).tags).to.deep.equal(['x', 'bulk']);
    expect(ids(await use().call('GET', '/api/posts?tag=bulk'))).to.have.members([one, two]);
    expect((await bulk('untag', [one, two], 'bulk')).body.changed).to.equal(2);
    expect(ids(await use().call('GET', '/api/posts?tag=bulk'))).to.deep.equal([]);
    expect((await read(use(), two)).tags).to.deep.equal(['x']);
  });

  it('creates a version and a revision of each changed post, and of no other', async () => {
    const [one, two] = [await write(use(), {}), await write(use(), { tags: ['t'] })];
    const before = await read(use(), two);
    await bulk('tag', [one, two], 't');
    expect(await versions(one)).to.have.length(2);
    expect((await versions(one))[0]).to.equal((await read(use(), one)).version);
    expect(await read(use(), two)).to.deep.equal(before);
  });

  it('deletes posts with their dependent rows', async () => {
    const [one, two] = [await write(use(), {}), await write(use(), {})];
    expect((await bulk('delete', [one, two, 'nobody'])).body).to.deep.equal({ ok: true, changed: 2 });
    for (const id of [one, two]) expect((await use().admin('GET', `/api/posts/${id}`)).status).to.equal(404);
    expect((await bulk('delete', [one])).body.changed).to.equal(0);
  });

  // docs/interface.md, P29
  it('changes all of them or none', async () => {
    const full = Array.from({ length: 50 }, (_, number) => `tag ${number}`);
    const [one, two] = [await write(use(), {}), await write(use(), { tags: full })];
    expectRefusedField(await bulk('tag', [one, two], 'one more'), 'ids');
    expect((await read(use(), one)).tags).to.deep.equal([]);
    expect((await bulk('tag', [one, two], 'tag 7')).body.changed).to.equal(1);
  });

  it('accepts 200 at once', async () => {
    const many = await takeMany(use(), 200, (number) => ({ id: `many-${number}`, sourceKey: `bulk-${number}` }));
    expect((await bulk('tag', many, 'many')).body.changed).to.equal(200);
    expect((await bulk('delete', many)).body.changed).to.equal(200);
  });

  // docs/interface.md, P45
  it('reaches all posts that match a filter, 200 in a call, if there are as many as expected', async () => {
    await takeMany(use(), 201, (number) => ({ id: `all-${number}`, title: 'Every', status: 'draft', tags: ['every'] }));
    const other = await write(use(), { status: 'draft' });
    const call = (body: object) => use().admin('POST', '/api/posts/bulk', { action: 'publish', ...body });
    const filter = { tag: 'every', status: 'draft' };
    expect((await call({ filter, expected: 200 })).body).to.include({ code: 'PRECONDITION_FAILED' });
    const first = await call({ filter, expected: 201 });
    expect(first.body).to.deep.equal({ ok: true, changed: 200, left: 1, after: 'all-98' });
    expect((await call({ filter, expected: 201, after: 'all-98' })).status).to.equal(412);
    const second = await call({ filter, expected: 1, after: first.body.after });
    expect(second.body).to.deep.equal({ ok: true, changed: 1, left: 0 });
    expect((await rowOf(use(), other)).status).to.equal('draft');
    expect((await use().call('GET', '/api/posts?tag=every')).body.total).to.equal(201);
    const search = { search: 'EVERY' };
    const removed = await call({ action: 'delete', filter: search, expected: 201 });
    await call({ action: 'delete', filter: search, expected: 1, after: removed.body.after });
    expect((await use().admin('GET', '/api/admin/posts?tag=every')).body.total).to.equal(0);
    expect((await call({ filter, expected: 0 })).body).to.deep.equal({ ok: true, changed: 0, left: 0 });
  });

  itOnce('sets the category', async () => {
    const [one, two] = [await write(use(), { category: 'Old' }), await write(use(), {})];
    const set = (category: unknown) =>
      use().admin('POST', '/api/posts/bulk', { action: 'category', ids: [one, two], category });
    expect((await set('New')).body.changed).to.equal(2);
    expect((await read(use(), two)).category).to.equal('New');
    expect((await set('')).body.changed).to.equal(2);
    expectRefusedField(await set(undefined), 'category');
  });

  it('loses no concurrent changes', async () => {
    const [one, two] = [await write(use(), {}), await write(use(), {})];
    const rounds = Array.from({ length: 10 }, (_, round) => [
      bulk('tag', round % 2 ? [one, two] : [two, one], `round ${round}`),
      change(use(), one, { excerpt: `round ${round}` }),
    ]);
    expect((await Promise.all(rounds.flat())).map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    for (const id of [one, two]) expect((await read(use(), id)).tags).to.have.length(10);
  });

  itOnce('rejects invalid input', async () => {
    expectRefusedField(await bulk('tag', ['a']), 'tag');
    expectRefusedField(await bulk('untag', ['a']), 'tag');
    expectRefusedField(await bulk('tag', ['a'], '  '), 'tag');
    expectRefusedField(await bulk('archive', ['a']), 'action');
    expectRefusedField(await bulk('publish', []), 'ids');
    const filter = { status: 'draft' };
    expectRefusedField(await use().admin('POST', '/api/posts/bulk', { action: 'publish' }), 'ids');
    for (const body of [{ filter, ids: ['a'], expected: 1 }, { filter }]) {
      expectRefusedField(
        await use().admin('POST', '/api/posts/bulk', { action: 'publish', ...body }),
        'ids' in body ? 'ids' : 'expected',
      );
    }
    expectRefusedField(await bulk('publish', Array<string>(201).fill('a')), 'ids');
  });
});

// docs/interface.md, P31
describeVisited(
  'posts.render',
  (use) => {
    const content =
      '## One\n\nSome *words* and a [link](https://elsewhere.example/).\n\n### Two\n\n```js\nlet a = 1;\n```';
    const render = (text: unknown) => use().admin('POST', '/api/posts/render', { content: text });

    it('returns the exact HTML of the site, for its URL', async () => {
      await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
      const id = await write(use(), { content });
      const { body } = await render(content);
      expect(body).to.deep.include({ ok: true, words: 10 });
      expect(body.toc.map(({ text, level }: { text: string; level: number }) => [text, level])).to.deep.equal([
        ['One', 2],
        ['Two', 3],
      ]);
      const page = await (await fetch(`${use().url}/posts/${id}`)).text();
      expect(body.html).to.be.a('string').that.includes('<em>words</em>');
      expect(page).to.include(body.html);
    });

    it('stores nothing', async () => {
      const before = (await use().admin('GET', '/api/admin/posts')).body;
      await render('# Unstored');
      expect((await use().admin('GET', '/api/admin/posts')).body).to.deep.equal(before);
    });

    it('rejects values that are not text, or too long', async () => {
      expectRefusedField(await render(7), 'content');
      expectRefusedField(await render('x'.repeat(1_000_001)), 'content');
    });
  },
  { SITE: 'on' },
);
