import { expect } from 'chai';

import type { CallContext } from '../routers/core/context.ts';
import type { ListedPost } from '../routers/posts/answers.ts';
import { withIncluded } from '../routers/posts/include.ts';
import { comment } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { plansOf } from './support/plans.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('reading for sites', (use) => {
  const list = async (query: string, token?: string) => {
    const { status, body } = await use().call('GET', `/api/posts?${query}`, token === undefined ? {} : { token });
    expect(status, query).to.equal(200);
    return body as { posts: ListedPost[]; total: number; pageSize: number };
  };
  const ids = async (query: string) => (await list(query)).posts.map(({ id }) => id);

  before(async () => {
    await write(use(), { id: 'b', title: 'beta', date: '2026-01-02', tags: ['x', 'y'], content: '[l](/a) **B**' });
    await write(use(), { id: 'a', title: 'Alpha', date: '2026-01-01', tags: ['x'], pinned: true });
    await write(use(), { id: 'd', title: 'Alpha', date: '2026-01-03', tags: ['y', 'x'] });
    await write(use(), { id: 'c', title: 'Gamma', date: '2026-01-03', password: 'secret', content: 'Hidden text' });
    await write(use(), { id: 'draft', title: 'Draft', date: '2026-01-02', status: 'draft' });
    use().clock.advance(1000);
    await use().admin('PUT', '/api/posts/b', { category: 'news' });
    await comment(use(), 'b');
  });

  // docs/interface.md, P12
  it('adds no text of a post that became hidden after it was listed', async () => {
    const { services, clock } = use();
    const ctx = { em: services.em.fork(), clock, caller: null } as unknown as CallContext;
    expect(await withIncluded(ctx, [{ id: 'draft' } as ListedPost], { include: ['content'] })).to.deep.equal([]);
  });

  // docs/interface.md, P32
  it('returns the version and the last change of each post', async () => {
    const { posts } = await list('tag=x');
    for (const { id, version, updated_at } of posts) {
      const { post } = (await use().call('GET', `/api/posts/${id}`)).body;
      expect({ version, updated_at }).to.deep.equal({ version: post.version, updated_at: post.updated_at });
    }
  });

  // docs/interface.md, P33
  it('sorts by date, title and last change, with ids as tie-breaker, and pinned posts first only without sort', async () => {
    expect((await ids(''))[0]).to.equal('a');
    expect(await ids('sort=date')).to.deep.equal(['d', 'c', 'b', 'a']);
    expect(await ids('sort=date&order=asc')).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(await ids('sort=title')).to.deep.equal(['a', 'd', 'b', 'c']);
    expect(await ids('sort=title&order=desc')).to.deep.equal(['c', 'b', 'd', 'a']);
    expect((await ids('sort=updated'))[0]).to.equal('b');
    expect(await ids('sort=date&pageSize=2&page=2')).to.deep.equal(['b', 'a']);
  });

  // docs/interface.md, P34
  it('filters by an inclusive range of dates and by several tags, with the right total', async () => {
    expect(await ids('from=2026-01-02&sort=date&order=asc')).to.deep.equal(['b', 'c', 'd']);
    expect(await ids('to=2026-01-02')).to.deep.equal(['a', 'b']);
    const day = await list('from=2026-01-03&to=2026-01-03&pageSize=1');
    expect([day.posts.length, day.total]).to.deep.equal([1, 2]);
    expect(await ids('tags=x,y&sort=date')).to.deep.equal(['d', 'b']);
    expect(await ids('tags=y&tag=x&category=news')).to.deep.equal(['b']);
    expect(await ids('tags=x&search=BETA')).to.deep.equal(['b']);
    expect(await ids('from=2026-01-03&to=2026-01-01')).to.deep.equal([]);
  });

  // docs/interface.md, P34
  it('returns hidden posts only to keys with the scope drafts', async () => {
    const query = 'from=2026-01-02&to=2026-01-02&sort=title';
    expect((await list(query, await newKey(use(), 'drafts'))).posts.map(({ id }) => id)).to.deep.equal(['b', 'draft']);
    expect((await list(query, await newKey(use(), 'read'))).posts.map(({ id }) => id)).to.deep.equal(['b']);
  });

  // docs/interface.md, P35
  it('includes content, HTML with absolute URLs and comments, but none of a protected post', async () => {
    const { posts } = await list('include=content,html,comments&sort=date');
    const [b, c] = ['b', 'c'].map((id) => posts.find((post) => post.id === id)!);
    expect(b).to.include({ content: '[l](/a) **B**', enc: null, comments: 1 });
    expect(b!.html).to.include(`<a href="${use().url}/a"`).and.include('<strong>B</strong>');
    expect(c).to.include({ content: '', html: '', comments: 0 });
    expect(c!.enc).to.have.keys('salt', 'iv', 'data');
    const [plain] = (await list('')).posts;
    expect(plain).to.not.have.any.keys('content', 'enc', 'html', 'comments');
    const { post } = (await use().call('GET', '/api/posts/b?include=html')).body;
    expect(post.html).to.equal(b!.html);
    expect((await use().call('GET', '/api/posts/b')).body.post).to.not.have.property('html');
  });

  // docs/interface.md, H9
  it('returns the last written state, from the cache too', async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    const read = async () => (await list('include=html,comments&tags=x,y&category=news')).posts[0]!;
    expect((await read()).html).to.include('https://blog.example/a');
    await use().admin('PUT', '/api/posts/b', { content: 'Changed' });
    expect((await read()).html).to.include('Changed');
    const { comments } = await read();
    await comment(use(), 'b');
    expect((await read()).comments).to.equal(comments! + 1);
    await use().admin('PUT', '/api/admin/settings', { siteUrl: '' });
  });

  // docs/interface.md, P36
  it('limits pages with texts to 25 posts for visitors and 100 for keys and sessions', async () => {
    const key = await newKey(use(), 'read');
    for (const include of ['content', 'html']) {
      expect((await list(`include=${include}&pageSize=100`)).pageSize).to.equal(25);
      expect((await list(`include=${include}&pageSize=200`, key)).pageSize).to.equal(100);
      expect((await list(`include=${include}&pageSize=100`, use().token)).pageSize).to.equal(100);
    }
    expect((await list('include=comments&pageSize=100')).pageSize).to.equal(100);
  });

  // docs/interface.md, P37
  it('names the valid values of a parameter in the error', async () => {
    for (const [path, ...values] of [
      ['/api/posts?include=content,text', 'content', 'html', 'comments'],
      ['/api/posts?sort=views', 'date', 'updated', 'title'],
      ['/api/posts?order=up', 'asc', 'desc'],
      ['/api/posts?include=content,html,comments,text', 'content', 'html', 'comments'],
      ['/api/posts/b?include=content', 'html'],
      ['/api/posts/b?include=html,content', 'html'],
    ] as const) {
      const { status, body } = await use().call('GET', path);
      expect(status, path).to.equal(400);
      for (const value of values) expect(body.error).to.include(`"${value}"`);
    }
    expect((await use().call('GET', '/api/posts?from=2026-02-30')).body.error).to.include('"from"');
    expect((await use().call('GET', '/api/posts/b?include=html,html')).status).to.equal(200);
  });

  it('uses an index for each order', async () => {
    for (const sort of ['date', 'updated', 'title']) {
      const plans = await plansOf(use(), () => list(`sort=${sort}&pageSize=${sort.length}`));
      expect(JSON.stringify(plans)).to.include(`posts_site_${sort}`);
    }
  });
});
