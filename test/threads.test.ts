import { expect } from 'chai';

import { comment, edit, expectRefusal, set, showing, submit, withdraw } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { commentOn, submitTo, threadPath } from './support/page-threads.ts';
import { write } from './support/posts.ts';
import { describeService, itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const NOTES = 'https://notes.example';
const SHOP = 'https://shop.example';
const sites = [
  { origin: 'https://www.notes.example', name: 'Notes' },
  { origin: SHOP, name: 'Shop' },
];

describeVisited.onBothEngines('threads of pages of other sites', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  before(() => set(use(), { commentSites: sites }));

  const list = async (url: string) => {
    const { status, body } = await use().call('GET', threadPath(url));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as { id: string; comments: { id: string; post_id: string; content: string }[]; total: number };
  };

  // docs/interface.md, C40, C41
  it('begin with their first comment, and every spelling of the address is the same thread', async () => {
    expect(await list(`${NOTES}/a`)).to.include({ ok: true, total: 0 });
    expect((await list(`${NOTES}/a`)).comments).to.deep.equal([]);
    const { comment: first } = await commentOn(use(), `${NOTES}/a/index.html?utm_source=x#top`, {
      title: ' The\nferries ',
    });
    expect(first.post_id).to.match(/^thread_[0-9a-f]{16}$/);
    expect(first.thread).to.deep.equal({ url: 'https://www.notes.example/a/index.html', site: 'notes.example' });
    await commentOn(use(), 'http://www.NOTES.example:80/a', { title: 'Another title', parentId: first.id });
    for (const url of [`${NOTES}/a`, `${NOTES}/a/?fbclid=1`]) expect((await list(url)).total, url).to.equal(2);
    expect((await list(`${NOTES}/A`)).total).to.equal(0);
    const byId = await use().call('GET', `/api/posts/${first.post_id}/comments`);
    const { comments, total, id } = await list(`${NOTES}/a`);
    expect(byId.body).to.deep.equal({ ok: true, comments, total });
    expect(id).to.equal(first.post_id);
    const one = await use().call('GET', `/api/posts/${first.post_id}/comments/${first.id}`);
    expect(one.body.comment).to.deep.equal(first);
    const { body } = await use().admin('GET', `/api/comments?post=${first.post_id}`);
    expect(body.total).to.equal(2);
    expect(body.comments[1]).to.include({ id: first.id, post_title: 'The ferries' });
    expect(body.comments[1].thread).to.deep.equal(first.thread);
  });

  itOnce('have the address as title without one', async () => {
    const { comment: first } = await commentOn(use(), `${NOTES}/untitled?b=2&a=1`);
    const { body } = await use().admin('GET', `/api/comments?post=${first.post_id}`);
    expect(body.comments[0].post_title).to.equal('https://www.notes.example/untitled?b=2&a=1');
  });

  // docs/interface.md, C40
  itOnce('refuse addresses that are wrong, and unknown sites', async () => {
    for (const url of [
      '',
      'notes',
      'ftp://notes.example/',
      'https://a:b@notes.example/',
      `${NOTES}/${'x'.repeat(2000)}`,
    ]) {
      expectRefusal(await use().call('GET', threadPath(url)), 400, 'BAD_REQUEST');
      expectRefusal(await submitTo(use(), url), 400, 'BAD_REQUEST');
    }
    expectRefusal(await use().call('GET', threadPath('https://other.example/')), 403, 'SITE_UNKNOWN');
    expectRefusal(await submitTo(use(), 'https://other.example/'), 403, 'SITE_UNKNOWN');
    expectRefusal(await submit(use(), 'thread_0123456789abcdef', { author: 'A', content: 'b' }), 404, 'NOT_FOUND');
    const empty = await use().call('GET', '/api/posts/thread_0123456789abcdef/comments');
    expect(empty.body).to.deep.equal({ ok: true, comments: [], total: 0 });
  });

  itOnce('take the address in the query too', async () => {
    const body = { author: 'Ann', content: 'With a query' };
    const { status } = await use().call('POST', threadPath(`${NOTES}/query`), { body });
    expect(status).to.equal(201);
    expect((await list(`${NOTES}/query`)).total).to.equal(1);
  });

  it('let writers edit and withdraw their comments, and are removed when empty', async () => {
    const mine = await commentOn(use(), `${NOTES}/own`);
    expect((await edit(use(), mine, { content: 'Changed' })).body.comment.content).to.equal('Changed');
    expect((await list(`${NOTES}/own`)).comments[0]?.content).to.equal('Changed');
    const rows = () =>
      use().database.kysely.selectFrom('posts').select('key').where('slug', '=', mine.comment.post_id).execute();
    expect(await rows()).to.have.length(1);
    expect((await withdraw(use(), mine)).status).to.equal(200);
    expect(await rows()).to.deep.equal([]);
    expect((await list(`${NOTES}/own`)).total).to.equal(0);
    const again = await commentOn(use(), `${NOTES}/own`);
    expect(again.comment.post_id).to.equal(mine.comment.post_id);
    await use().admin('DELETE', `/api/comments/${again.comment.id}`);
    expect(await rows()).to.deep.equal([]);
  });

  it('show pending comments to their writers only, and are moderated like others', async () => {
    await set(use(), { commentModeration: 'all' });
    const { comment: held, receipt } = await commentOn(use(), `${SHOP}/held`);
    await set(use(), { commentModeration: 'off' });
    expect((await list(`${SHOP}/held`)).comments).to.deep.equal([]);
    const own = await use().call('GET', threadPath(`${SHOP}/held`), { headers: showing(receipt) });
    expect(own.body.comments).to.have.length(1);
    const approved = await use().admin('PUT', `/api/comments/${held.id}`, { status: 'approved' });
    expect(approved.body.comment.thread.site).to.equal('shop.example');
    const reply = await use().admin('POST', `/api/comments/${held.id}/reply`, { content: 'Welcome' });
    expect(reply.body.comment.thread).to.deep.equal({ url: `${SHOP}/held`, site: 'shop.example' });
    expect((await list(`${SHOP}/held`)).total).to.equal(2);
    expect((await use().call('POST', `/api/comments/${held.id}/like`)).body.likes).to.equal(1);
  });

  // docs/interface.md, C43
  it('are in no list of posts, nor in their numbers', async () => {
    await write(use(), { id: 'a-post' });
    await write(use(), { id: 'a-draft', status: 'draft' });
    const { comment: one } = await commentOn(use(), `${NOTES}/unlisted`, { title: 'Unlistedword' });
    const everything = await use().admin('GET', '/api/admin/posts?pageSize=200');
    expect(everything.body.total).to.equal(2);
    expect(everything.body.posts.map(({ id }: { id: string }) => id).toSorted()).to.deep.equal(['a-draft', 'a-post']);
    const drafts = await use().admin('GET', '/api/admin/posts?status=draft');
    expect([drafts.body.total, drafts.body.posts.length]).to.deep.equal([1, 1]);
    const searched = await use().admin('GET', '/api/admin/posts?search=unlistedword');
    expect(searched.body.total).to.equal(0);
    const token = await newKey(use(), 'drafts', 'read');
    const lists = [
      '/api/posts',
      '/api/posts?sort=title',
      '/api/posts?status=draft',
      '/api/pages',
      '/api/search?q=unlistedword',
      '/api/popular',
      '/api/changes',
    ];
    for (const path of [...lists, '/feed.xml', '/sitemap.xml', '/archive', '/llms.txt', '/']) {
      const { body } = await use().call('GET', path, { token });
      expect(JSON.stringify(body).replace('"query":"unlistedword"', ''), path).not.to.match(/thread_|nlistedword/);
    }
    for (const path of [
      `/api/posts/${one.post_id}`,
      `/posts/${one.post_id}`,
      `/posts/${one.post_id}/comments.xml`,
      `/api/pages/${one.post_id}`,
    ]) {
      expect((await use().call('GET', path, { token })).status, path).to.equal(404);
    }
    const change = await use().admin('PUT', `/api/posts/${one.post_id}`, { status: 'published' });
    expect(change.status).to.equal(404);
    const { body } = await use().call('GET', '/api/stats');
    expect([body.posts, body.comments]).to.deep.equal([1, 0]);
  });

  itOnce('are seen by keys without drafts', async () => {
    const { comment: one } = await commentOn(use(), `${NOTES}/seen`);
    const token = await newKey(use(), 'comments');
    const { body } = await use().call('GET', `/api/comments?post=${one.post_id}`, { token });
    expect(body.total).to.equal(1);
    expect(body.comments[0].thread.site).to.equal('notes.example');
  });

  it('are found by their site', async () => {
    await commentOn(use(), `${SHOP}/by-site`);
    for (const site of ['shop.example', 'https://www.shop.example', 'SHOP.example']) {
      const { body } = await use().admin('GET', `/api/comments?site=${encodeURIComponent(site)}`);
      expect(body.total).to.be.above(0);
      for (const one of body.comments) expect(one.thread.site).to.equal('shop.example');
    }
    expect((await use().admin('GET', '/api/comments?site=other.example')).body.total).to.equal(0);
  });

  itOnce('have a permanent URL of each comment, which leads to the page', async () => {
    const { comment: one } = await commentOn(use(), `${NOTES}/linked/`);
    const { status, headers } = await fetch(`${use().url}/posts/${one.post_id}/comments/${one.id}`, {
      redirect: 'manual',
    });
    expect(status).to.equal(302);
    expect(headers.get('location')).to.equal(`https://www.notes.example/linked/#${one.id}`);
  });

  it('are begun once by comments at the same time', async () => {
    const sent = await Promise.all(Array.from({ length: 40 }, () => submitTo(use(), `${NOTES}/at-once`)));
    expect(sent.map(({ status }) => status)).to.deep.equal(sent.map(() => 201));
    expect((await list(`${NOTES}/at-once`)).total).to.equal(40);
    expect(new Set((await list(`${NOTES}/at-once`)).comments.map(({ id }) => id)).size).to.equal(40);
  });

  it('take 500 comments at the same time, each once; those that cannot begin in time, when they are sent again', async () => {
    const page = `${NOTES}/busy`;
    const { comment: first } = await commentOn(use(), page);
    for (let left = 499; left > 0;) {
      const sent = await Promise.all(Array.from({ length: left }, () => submitTo(use(), page)));
      const taken = sent.filter(({ status }) => status === 201).length;
      for (const { status, headers } of sent) {
        if (status === 201) continue;
        expect(status).to.equal(503);
        expect(headers.get('retry-after')).to.match(/^\d+$/);
      }
      expect(taken).to.be.above(0);
      left -= taken;
    }
    expect((await list(page)).total).to.equal(500);
    const ids = [first.id];
    for (let more = ''; ids.length < 500;) {
      const { body } = await use().call('GET', threadPath(page, `&sort=oldest${more}`));
      for (const { id } of body.comments) if (id !== first.id) ids.push(id);
      more = `&after=${body.after}`;
    }
    expect(new Set(ids).size).to.equal(500);
  });

  it('lose no comment that is written while the last one is deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { comment: last } = await commentOn(use(), `${NOTES}/race-${round}`);
      const [, ...sent] = await Promise.all([
        use().admin('DELETE', `/api/comments/${last.id}`),
        ...Array.from({ length: 4 }, () => submitTo(use(), `${NOTES}/race-${round}`)),
      ]);
      expect(sent.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
      expect((await list(`${NOTES}/race-${round}`)).total).to.equal(4);
    }
  });
});

describeVisited('threads: origins', (use) => {
  before(() => set(use(), { commentSites: sites, siteUrl: 'https://blog.example' }));

  const corsOf = async (path: string, origin: string, method = 'GET') =>
    (await use().call(method, path, { headers: { origin } })).headers.get('access-control-allow-origin');

  // docs/interface.md, C42
  it('may read threads and likes, and nothing else', async () => {
    const allowed = [threadPath(`${NOTES}/a`), '/api/posts/thread_0123456789abcdef/comments', '/api/comments/c-1/like'];
    for (const path of allowed) {
      for (const origin of [NOTES, 'https://www.notes.example', SHOP]) {
        expect(await corsOf(path, origin), path).to.equal(origin);
        expect(await corsOf(path, origin, 'OPTIONS'), path).to.equal(origin);
      }
      expect(await corsOf(path, 'https://evil.example'), path).to.equal(null);
      expect(await corsOf(path, 'null'), path).to.equal(null);
    }
    for (const path of [
      '/api/posts',
      '/api/comments',
      '/api/posts/x/comments',
      '/api/admin/threads',
      '/api/posts?x=/api/threads/',
    ]) {
      expect(await corsOf(path, NOTES), path).to.equal(null);
    }
  });

  // docs/interface.md, C42
  it('may write on pages of their own site only', async () => {
    const url = `${NOTES}/origins`;
    for (const origin of [NOTES, 'http://www.notes.example', 'https://blog.example', undefined]) {
      await commentOn(use(), url, {}, origin === undefined ? {} : { origin });
    }
    for (const origin of [SHOP, 'https://evil.example', 'null', 'https://notes.example.evil.example']) {
      expectRefusal(await submitTo(use(), url, {}, { origin }), 403, 'ORIGIN_NOT_ALLOWED');
    }
    const mine = await commentOn(use(), url, {}, { origin: NOTES });
    const path = `/api/posts/${mine.comment.post_id}/comments/${mine.comment.id}`;
    const like = `/api/comments/${mine.comment.id}/like`;
    const headers = { ...showing(mine.receipt), origin: SHOP };
    expectRefusal(await use().call('PUT', path, { body: { content: 'x' }, headers }), 403, 'ORIGIN_NOT_ALLOWED');
    expectRefusal(await use().call('DELETE', path, { headers }), 403, 'ORIGIN_NOT_ALLOWED');
    expectRefusal(await use().call('POST', like, { headers }), 403, 'ORIGIN_NOT_ALLOWED');
    const own = { ...headers, origin: NOTES };
    expect((await use().call('PUT', path, { body: { content: 'x' }, headers: own })).status).to.equal(200);
    expect((await use().call('POST', like, { headers: own })).status).to.equal(200);
    expect((await use().call('DELETE', path, { headers: own })).status).to.equal(200);
  });

  it('of comment sites may not write on posts', async () => {
    await write(use(), { id: 'post' });
    const mine = await comment(use(), 'post');
    const headers = { ...showing(mine.receipt), origin: NOTES };
    expectRefusal(await submit(use(), 'post', { author: 'A', content: 'b' }, headers), 403, 'ORIGIN_NOT_ALLOWED');
    expectRefusal(await submit(use(), 'gb-note', { author: 'A', content: 'b' }, headers), 403, 'ORIGIN_NOT_ALLOWED');
    const path = `/api/posts/post/comments/${mine.comment.id}`;
    expectRefusal(await use().call('DELETE', path, { headers }), 403, 'ORIGIN_NOT_ALLOWED');
    expectRefusal(
      await use().call('POST', `/api/comments/${mine.comment.id}/like`, { headers }),
      403,
      'ORIGIN_NOT_ALLOWED',
    );
    expectRefusal(await use().call('POST', '/api/posts/post/like', { headers }), 403, 'ORIGIN_NOT_ALLOWED');
  });
});

describeService('threads: limits', (use) => {
  // docs/interface.md, L1
  it('let an address begin 10 threads a minute', async () => {
    await set(use(), { commentSites: sites });
    for (let n = 0; n < 10; n += 1) await commentOn(use(), `${NOTES}/new-${n}`);
    const { status, body } = await submitTo(use(), `${NOTES}/new-10`);
    expect([status, body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    await commentOn(use(), `${NOTES}/new-1`);
  });
});

describeVisited('the setting commentSites', (use) => {
  it('keeps origins, each site once, at most 20', async () => {
    const put = (commentSites: unknown) => use().admin('PUT', '/api/admin/settings', { commentSites });
    const { body } = await put([{ origin: ' HTTPS://Notes.example:443/ ', name: 'Notes' }]);
    expect(body.commentSites).to.deep.equal([{ origin: 'https://notes.example', name: 'Notes' }]);
    const twice = ['https://notes.example', 'http://www.notes.example:80'].map((origin) => ({ origin, name: 'N' }));
    const many = Array.from({ length: 21 }, (_, n) => ({ origin: `https://s${n}.example`, name: 'N' }));
    for (const wrong of [
      twice,
      many,
      [{ origin: 'https://notes.example/a', name: 'N' }],
      [{ origin: NOTES, name: '' }],
      'x',
    ]) {
      expectRefusal(await put(wrong), 400, 'BAD_REQUEST');
    }
    expect((await put(many.slice(1))).status).to.equal(200);
  });
});
