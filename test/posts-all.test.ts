import { expect } from 'chai';

import { comment } from './support/comments.ts';
import { fieldsWith } from '../shared/post-fields.ts';
import { change, ids, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const HOUR = 3_600_000;

// docs/interface.md, P30
describeVisited.onBothEngines('posts.all', (use) => {
  const all = (query = '') => use().admin('GET', `/api/admin/posts${query}`);

  before(async () => {
    const { clock, database, services, call, admin } = use();
    const soon = new Date(clock.now() + HOUR).toISOString();
    await write(use(), { id: 'one', title: 'beta', date: '2026-01-03', tags: ['a'], category: 'k', pinned: true });
    await write(use(), { id: 'two', title: 'Alpha', date: '2026-01-02', tags: ['a', 'b'], content: 'Wörter' });
    await write(use(), { id: 'three', title: 'gamma', date: '2026-01-04', publishAt: soon, category: 'k' });
    clock.advance(1000);
    await write(use(), { id: 'four', title: 'delta', date: '2026-01-04', status: 'draft', publishAt: soon });
    clock.advance(1000);
    await change(use(), 'two', { excerpt: 'x' });
    for (let n = 0; n < 2; n++) await call('POST', '/api/posts/one/view');
    await call('POST', '/api/posts/two/like');
    await comment(use(), 'two');
    await services.views.flush();
    await admin('PUT', '/api/posts/one/working-copy', { baseVersion: 1, fields: { title: 'Better' } });
    expect((await database.kysely.selectFrom('posts').select('key').execute()).length).to.equal(4);
  });

  it("lists each with the fields of the administrator's list", async () => {
    const { body } = await all();
    expect(body).to.include({ ok: true, total: 4, page: 1, pageSize: 10 });
    const [one, three] = ['one', 'three'].map((id) => body.posts.find((post: { id: string }) => post.id === id));
    expect(one).to.include({ title: 'beta', pinned: 1, publishAt: null, views: 2, comments: 0, hasWorkingCopy: 1 });
    expect(one).to.have.keys(
      ...['id', ...fieldsWith('shownIn', 'lists', 'adminList')],
      ...['version', 'created_at', 'updated_at', 'views', 'likes', 'comments', 'hasWorkingCopy'],
    );
    expect(three).to.include({ publishAt: '2026-03-01T13:00:00.000Z', hasWorkingCopy: 0, likes: 0 });
  });

  const orders: [query: string, expected: string[]][] = [
    ['', ['four', 'three', 'one', 'two']],
    ['?order=asc', ['two', 'one', 'three', 'four']],
    ['?sort=title&order=asc', ['two', 'one', 'four', 'three']],
    ['?sort=title', ['three', 'four', 'one', 'two']],
    ['?sort=updated', ['two', 'four', 'three', 'one']],
    ['?sort=views', ['one', 'four', 'three', 'two']],
    ['?sort=likes', ['two', 'four', 'three', 'one']],
    ['?sort=comments&order=asc', ['one', 'three', 'four', 'two']],
    ['?status=published', ['one', 'two']],
    ['?status=scheduled', ['three']],
    ['?status=draft', ['four']],
    ['?tag=a', ['one', 'two']],
    ['?tag=b', ['two']],
    ['?category=k', ['three', 'one']],
    ['?category=k&status=published', ['one']],
    ['?search=W%C3%96RT', ['two']],
    ['?search=a&tag=a&sort=title', ['one', 'two']],
    ['?page=2&pageSize=3', ['two']],
    ['?page=9', []],
  ];
  for (const [query, expected] of orders) {
    it(`returns ${expected.join(', ') || 'none'} for ${query || 'no query'}`, async () => {
      expect(ids(await all(query))).to.deep.equal(expected);
    });
  }

  it('counts matching posts on all pages', async () => {
    expect((await all('?page=9')).body).to.include({ total: 4, page: 9 });
    expect((await all('?category=k&pageSize=1')).body).to.include({ total: 2, pageSize: 1 });
    expect((await all('?page=9007199254740991&pageSize=100')).body).to.include({ total: 4 });
  });

  it('reads all texts once for a search, and counts on later pages too', async () => {
    use().statements.length = 0;
    expect((await all('?search=a&pageSize=1')).body.total).to.equal(4);
    expect(use().statements.filter((statement) => statement.includes('post_search'))).to.have.length(1);
    expect((await all('?search=a&pageSize=1&page=9')).body).to.deep.include({ posts: [], total: 4 });
    expect((await all('?search=nowhere')).body).to.deep.include({ posts: [], total: 0 });
  });

  it('takes two statements for any number of posts, and never reads the contents', async () => {
    use().statements.length = 0;
    await all('?search=a&tag=a&pageSize=100');
    const own = use().statements.filter((text) => /from "posts"/.test(text));
    expect(own).to.have.length(2);
    expect(own.filter((text) => /"content"/.test(text))).to.deep.equal([]);
  });

  it('shows a scheduled post as published once its time has come', async () => {
    use().clock.advance(HOUR);
    expect(ids(await all('?status=scheduled'))).to.deep.equal([]);
    expect(ids(await all('?status=published'))).to.include('three');
  });

  for (const query of ['status=hidden', 'sort=size', 'order=up', 'page=0', 'pageSize=0']) {
    it(`rejects ${query}`, async () => {
      expect((await all(`?${query}`)).status).to.equal(400);
    });
  }

  it('does not affect the public list', async () => {
    const { body } = await use().call('GET', '/api/posts');
    expect(Object.keys(body.posts[0] as object)).to.deep.equal([
      'id',
      ...fieldsWith('shownIn', 'lists'),
      'version',
      'updated_at',
    ]);
  });
});
