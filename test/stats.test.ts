import { expect } from 'chai';

import { describeService } from './support/service.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

// docs/interface.md, Q9
describeService.onBothEngines('views and likes', (use) => {
  const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } });
  const counts = async (id: string) => {
    await use().services.views.flush();
    const { body } = await use().call('GET', `/api/posts/${id}`);
    return { views: body.post.views as number, likes: body.post.likes as number };
  };

  before(async () => {
    for (const title of ['One', 'Two']) await use().admin('POST', '/api/posts', { title });
    await use().admin('POST', '/api/posts', { title: 'Draft', status: 'draft' });
  });

  it('a view counts once an hour per client IP and post', async () => {
    for (let time = 0; time < 3; time++) await use().call('POST', '/api/posts/one/view', from('192.0.2.1'));
    expect(await counts('one')).to.deep.equal({ views: 1, likes: 0 });
    await use().call('POST', '/api/posts/one/view', from('192.0.2.2'));
    await use().call('POST', '/api/posts/two/view', from('192.0.2.1'));
    expect((await counts('one')).views).to.equal(2);
    use().clock.advance(HOUR - 1);
    await use().call('POST', '/api/posts/one/view', from('192.0.2.1'));
    expect((await counts('one')).views).to.equal(2);
    use().clock.advance(1);
    await use().call('POST', '/api/posts/one/view', from('192.0.2.1'));
    expect((await counts('one')).views).to.equal(3);
  });

  it('a like counts immediately, and once in 30 days per client IP and post', async () => {
    const first = await use().call('POST', '/api/posts/one/like', from('192.0.2.1'));
    expect(first.body).to.deep.equal({ ok: true, views: 3, likes: 1 });
    use().clock.advance(29 * DAY);
    const again = await use().call('POST', '/api/posts/one/like', from('192.0.2.1'));
    expect(again.body.likes).to.equal(1);
    use().clock.advance(DAY);
    const later = await use().call('POST', '/api/posts/one/like', from('192.0.2.1'));
    expect(later.body.likes).to.equal(2);
  });

  it('one of 20 concurrent likes from one client IP counts', async () => {
    await Promise.all(Array.from({ length: 20 }, () => use().call('POST', '/api/posts/two/like', from('192.0.2.3'))));
    expect((await counts('two')).likes).to.equal(1);
  });

  it('the administrator is not counted', async () => {
    await use().signIn();
    const before = await counts('two');
    await use().admin('POST', '/api/posts/two/view');
    await use().admin('POST', '/api/posts/two/like');
    expect(await counts('two')).to.deep.equal(before);
  });

  it('an unknown post and a draft are 404', async () => {
    for (const id of ['nope', 'draft', 'gb-note']) {
      expect((await use().call('POST', `/api/posts/${id}/view`)).status).to.equal(404);
      expect((await use().call('POST', `/api/posts/${id}/like`)).status).to.equal(404);
    }
  });

  it('requests from other sites are rejected', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const { status, body } = await use().call('POST', '/api/posts/one/like', { headers });
    expect([status, body.code]).to.deep.equal([403, 'ORIGIN_NOT_ALLOWED']);
  });

  it('the client IP is stored only as a keyed hash', async () => {
    const rows = await use().database.kysely.selectFrom('post_marks').select('address_hash').execute();
    expect(rows).to.not.have.length(0);
    for (const { address_hash } of rows) expect(address_hash).to.match(/^[0-9a-f]{64}$/);
  });

  it('views are written within a second, and at a normal stop', async () => {
    const views = use().services.views;
    await use().call('POST', '/api/posts/two/view', from('192.0.2.9'));
    expect(views.depth()).to.be.at.most(1);
    await views.flush();
    expect(views.depth()).to.equal(0);
  });

  // docs/interface.md, Q10
  it('views that the database does not take are written later', async () => {
    const { services, call, database } = use();
    const { views: before } = await counts('two');
    await database.kysely.schema.alterTable('post_marks').renameTo('other_marks').execute();
    try {
      for (const address of ['192.0.2.31', '192.0.2.32']) await call('POST', '/api/posts/two/view', from(address));
      await services.views.flush();
      expect(services.views.depth()).to.equal(2);
    } finally {
      await database.kysely.schema.alterTable('other_marks').renameTo('post_marks').execute();
    }
    expect((await counts('two')).views).to.equal(before + 2);
  });
});

describeService.onBothEngines('statistics', (use) => {
  before(async () => {
    const posts = [
      { title: 'Viewed', tags: ['a', 'b'], category: 'x' },
      { title: 'Liked', tags: ['a'], category: 'x' },
      { title: 'Discussed', tags: ['c'], category: 'y' },
      { title: 'Draft', status: 'draft', tags: ['hidden'], category: 'hidden' },
    ];
    for (const post of posts) await use().admin('POST', '/api/posts', post);
    const headers = (host: number) => ({ 'cf-connecting-ip': `192.0.2.${host}` });
    for (const host of [1, 2]) await use().call('POST', '/api/posts/viewed/view', { headers: headers(host) });
    await use().call('POST', '/api/posts/liked/like', { headers: headers(1) });
    await use().call('POST', '/api/posts/discussed/comments', { body: { author: 'A', content: 'one' } });
    await use().call('POST', '/api/posts/gb-idea/comments', { body: { author: 'A', content: 'two' } });
    await use().services.views.flush();
  });

  // docs/interface.md, Q6
  it('rank popular posts by views + 3 likes + 5 comments', async () => {
    const { body } = await use().call('GET', '/api/popular');
    const scores = body.posts.map(({ id, score }: { id: string; score: number }) => [id, score]);
    expect(scores).to.deep.equal([
      ['discussed', 5],
      ['liked', 3],
      ['viewed', 2],
    ]);
    expect(body.posts[0]).to.include({ views: 0, likes: 0, comments: 1, title: 'Discussed' });
  });

  it('accept a limit of 1 to 50', async () => {
    expect((await use().call('GET', '/api/popular?limit=1')).body.posts).to.have.length(1);
    for (const limit of ['0', '51', 'x']) {
      expect((await use().call('GET', `/api/popular?limit=${limit}`)).status).to.equal(400);
    }
  });

  it('accept only the last 7 and 30 days', async () => {
    use().clock.advance(10 * DAY);
    const scores = async (range: string) =>
      (await use().call('GET', `/api/popular?range=${range}`)).body.posts.map(({ score }: { score: number }) => score);
    expect(await scores('7d')).to.deep.equal([0, 0, 0]);
    expect(await scores('30d')).to.deep.equal([5, 3, 2]);
    expect(await scores('all')).to.deep.equal([5, 3, 2]);
    expect((await use().call('GET', '/api/popular?range=1y')).status).to.equal(400);
  });

  // docs/interface.md, Q7
  it('exclude drafts from the totals of the blog', async () => {
    const { body } = await use().call('GET', '/api/stats');
    expect(body).to.deep.equal({
      ok: true,
      posts: 3,
      comments: 2,
      views: 2,
      likes: 1,
      categories: [
        { category: 'x', count: 2 },
        { category: 'y', count: 1 },
      ],
      tags: [
        { tag: 'a', count: 2 },
        { tag: 'b', count: 1 },
        { tag: 'c', count: 1 },
      ],
    });
  });

  // docs/interface.md, Q8
  it('return every day for the administrator, today last, with totals', async () => {
    await use().signIn();
    const { body } = await use().admin('GET', '/api/admin/stats?days=11');
    expect(body.days).to.have.length(11);
    expect(body.days[0]).to.deep.equal({ date: '2026-03-01', views: 2, likes: 1, comments: 2 });
    expect(body.days[10]).to.deep.equal({ date: '2026-03-11', views: 0, likes: 0, comments: 0 });
    expect(body.totals).to.deep.equal({ views: 2, likes: 1, comments: 2 });
    expect((await use().admin('GET', '/api/admin/stats?days=91')).status).to.equal(400);
    expect((await use().call('GET', '/api/admin/stats')).status).to.equal(401);
  });
});
