import { expect } from 'chai';

import { expectRefusedField, ids, rowOf, summaryOf, write } from './support/posts.ts';
import { describeVisited, refusal } from './support/visitors.ts';

describeVisited.onBothEngines('posts: order and pages', (use) => {
  before(async () => {
    const { clock } = use();
    const posts = [
      { id: 'b-same', date: '2025-05-05' },
      { id: 'a-same', date: '2025-05-05' },
      { id: 'old', date: '2020-01-01' },
      { id: 'pinned-old', date: '2019-01-01', pinned: true },
      { id: 'pinned-new', date: '2021-01-01', pinned: true },
    ];
    for (const post of posts) await write(use(), post);
    clock.advance(1000);
    await write(use(), { id: 'z-later', date: '2025-05-05' });
  });

  // docs/interface.md, P11
  it('puts pinned posts first, then the newest date, then the newest created, then the id', async () => {
    const order = ['pinned-new', 'pinned-old', 'z-later', 'a-same', 'b-same', 'old'];
    expect(ids(await use().call('GET', '/api/posts'))).to.deep.equal(order);
    expect(ids(await use().admin('GET', '/api/posts'))).to.deep.equal(order);
  });

  it('returns exactly the fields of a summary', async () => {
    const { body } = await use().call('GET', '/api/posts?pageSize=1');
    expect(body).to.have.all.keys('ok', 'posts', 'total', 'page', 'pageSize');
    const { version, updated_at } = await rowOf(use(), 'pinned-new');
    const summary = summaryOf({ id: 'pinned-new', date: '2021-01-01', pinned: 1 });
    expect(body.posts[0]).to.deep.equal({ ...summary, version, updated_at });
  });

  it('defaults to page 1 and 10 posts a page', async () => {
    expect((await use().call('GET', '/api/posts')).body).to.include({ ok: true, total: 6, page: 1, pageSize: 10 });
  });

  it('pages through all posts once', async () => {
    const pages = [1, 2, 3].map((page) => use().call('GET', `/api/posts?pageSize=2&page=${page}`));
    const all = (await Promise.all(pages)).flatMap(ids);
    expect(all).to.deep.equal(ids(await use().call('GET', '/api/posts')));
  });

  it('returns an empty page past the end, up to page 200', async () => {
    const { status, body } = await use().call('GET', '/api/posts?page=200');
    expect({ status, body }).to.deep.equal({
      status: 200,
      body: { ok: true, posts: [], total: 6, page: 200, pageSize: 10 },
    });
  });

  for (const [sent, used] of [
    ['100', 100],
    ['101', 100],
    ['5000', 100],
    ['007', 7],
    ['9'.repeat(30), 100],
  ] as const) {
    it(`limits pageSize ${sent} to ${used}, and returns the size used`, async () => {
      const { status, body } = await use().call('GET', `/api/posts?pageSize=${sent}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.pageSize).to.equal(used);
    });
  }

  const strange = [
    '0',
    '-1',
    '1e1',
    '0x10',
    '+1',
    '%2B1',
    '1.0',
    ' 1',
    '1%20',
    '%D9%A1',
    'one',
    'true',
    '1,2',
    'NaN',
    '1_0',
  ];
  for (const value of [...strange, '201', '9'.repeat(30)]) {
    it(`rejects page=${value}`, async () => {
      expectRefusedField(await use().call('GET', `/api/posts?page=${value}`), 'page');
      expectRefusedField(await use().admin('GET', `/api/posts?page=${value}`), 'page');
    });
  }
  for (const value of strange) {
    it(`rejects pageSize=${value}`, async () => {
      expectRefusedField(await use().call('GET', `/api/posts?pageSize=${value}`), 'pageSize');
    });
  }

  for (const key of ['page', 'pageSize', 'search', 'tag', 'category', 'status']) {
    it(`rejects a repeated ${key}`, async () => {
      expectRefusedField(await use().call('GET', `/api/posts?${key}=1&${key}=1`), key);
    });
  }

  // docs/interface.md, W12, W13
  it('treats an empty value as absent and ignores unknown parameters', async () => {
    const query =
      'page=&pageSize=&search=&tag=&category=&status=&nonsense=1&nonsense=2&constructor=1&__proto__=1&toString';
    const { status, body } = await use().call('GET', `/api/posts?${query}`);
    expect(status).to.equal(200);
    expect(body).to.include({ total: 6, page: 1, pageSize: 10 });
  });

  it('rejects the same over tRPC, where a number must be a number', async () => {
    const { list } = use().trpc(null).posts;
    for (const page of [0, 201, 1.5, '1', null]) {
      expect(await refusal(list.query({ page: page as number }))).to.include({ status: 400, code: 'BAD_REQUEST' });
    }
    expect((await list.query({ pageSize: 101 })).pageSize).to.equal(100);
    expect((await list.query()).pageSize).to.equal(10);
  });
});

// docs/interface.md, P12, P13, P16
describeVisited.onBothEngines('posts: filters and drafts', (use) => {
  before(async () => {
    await write(use(), { id: 'apple', category: 'fruit', tags: ['red', 'sweet'] });
    await write(use(), { id: 'cherry', category: 'fruit', tags: ['red'] });
    await write(use(), { id: 'carrot', category: 'root', tags: ['sweet', 'Größe'] });
    await write(use(), { id: 'hidden', category: 'fruit', tags: ['red'], status: 'draft', content: 'xyzzy' });
  });

  const filters: [query: string, visitor: string[], administrator: string[]][] = [
    ['category=fruit', ['apple', 'cherry'], ['apple', 'cherry', 'hidden']],
    ['category=fru', [], []],
    ['category=Fruit', [], []],
    ['tag=red', ['apple', 'cherry'], ['apple', 'cherry', 'hidden']],
    ['tag=re', [], []],
    ['tag=Red', [], []],
    ['tag=Gr%C3%B6%C3%9Fe', ['carrot'], ['carrot']],
    ['tag=Gro%CC%88%C3%9Fe', ['carrot'], ['carrot']],
    ['tag=sweet&category=root', ['carrot'], ['carrot']],
    ['tag=sweet&search=appl', [], []],
    ['search=xyzzy', [], ['hidden']],
    ['status=published', ['apple', 'carrot', 'cherry'], ['apple', 'carrot', 'cherry']],
    ['status=draft', [], ['hidden']],
    ['status=draft&tag=red', [], ['hidden']],
    ['', ['apple', 'carrot', 'cherry'], ['apple', 'carrot', 'cherry', 'hidden']],
  ];
  for (const [query, visitor, administrator] of filters) {
    it(`answers ?${query} with what the caller may see, and the same total`, async () => {
      const lists: [typeof visitor, Awaited<ReturnType<ReturnType<typeof use>['call']>>][] = [
        [visitor, await use().call('GET', `/api/posts?${query}`)],
        [administrator, await use().admin('GET', `/api/posts?${query}`)],
      ];
      for (const [expected, answer] of lists) {
        expect(answer.status).to.equal(200);
        expect(ids(answer)).to.deep.equal(expected);
        expect(answer.body.total).to.equal(expected.length);
      }
    });
  }

  it('rejects an unknown status', async () => {
    expectRefusedField(await use().call('GET', '/api/posts?status=all'), 'status');
  });

  it('hides a draft and its comments from visitors like an unknown post', async () => {
    const { call } = use();
    const absent = await call('GET', '/api/posts/no-such-post');
    expect(absent.status).to.equal(404);
    for (const method of ['GET', 'HEAD']) expect((await call(method, '/api/posts/hidden')).status).to.equal(404);
    expect((await call('GET', '/api/posts/hidden')).body).to.deep.equal(absent.body);
    expect((await call('GET', '/api/posts/hidden/comments')).status).to.equal(404);
    const comment = { author: 'a', content: 'b' };
    expect((await call('POST', '/api/posts/hidden/comments', { body: comment })).status).to.equal(404);
  });

  it('returns a draft to the administrator, and to visitors once it is published', async () => {
    const { admin, call } = use();
    expect((await admin('GET', '/api/posts/hidden')).body.post.status).to.equal('draft');
    await admin('PUT', '/api/posts/hidden', { status: 'published' });
    expect((await call('GET', '/api/posts/hidden')).status).to.equal(200);
    await admin('PUT', '/api/posts/hidden', { status: 'draft' });
    expect((await call('GET', '/api/posts/hidden')).status).to.equal(404);
  });
});
