import { expect } from 'chai';

import { comment, expectRefusal, set, type Written } from './support/comments.ts';
import { commentOn, threadPath } from './support/page-threads.ts';
import { write } from './support/posts.ts';
import { describeService, itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const NOTES = 'https://notes.example';
const sites = [
  { origin: NOTES, name: 'Notes' },
  { origin: 'https://shop.example', name: 'Shop' },
];

describeVisited.onBothEngines('threads: order, numbers and reactions', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  before(() => set(use(), { commentSites: sites, reactions: { heart: '❤️', wow: '😮' } }));

  /** All texts of a list, page by page. */
  const walk = async (path: string, query: string) => {
    const texts: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const { status, body } = await use().call('GET', `${path}${query}${cursor}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      texts.push(...body.comments.map(({ content }: { content: string }) => content));
      const name = ['before', 'after'].find((field) => body[field] !== undefined);
      if (name === undefined) return texts;
      cursor = `&${name}=${body[name]}`;
    }
    throw new Error('The list does not end.');
  };

  // docs/interface.md, C44
  it('lists are in three orders, in parts of any size', async () => {
    const url = `${NOTES}/sorted`;
    const written: Written[] = [];
    for (let n = 1; n <= 5; n += 1) written.push(await commentOn(use(), url, { content: String(n) }));
    const likes = async (at: number, times: number) => {
      for (let n = 0; n < times; n += 1) await use().call('POST', `/api/comments/${written[at]!.comment.id}/like`);
    };
    await likes(1, 2);
    await likes(3, 1);
    const path = threadPath(url);
    expect(await walk(path, '')).to.deep.equal(['1', '2', '3', '4', '5']);
    for (const limit of [1, 2, 5, 300]) {
      expect(await walk(path, `&sort=oldest&limit=${limit}`), `${limit}`).to.deep.equal(['1', '2', '3', '4', '5']);
      expect(await walk(path, `&sort=newest&limit=${limit}`), `${limit}`).to.deep.equal(['5', '4', '3', '2', '1']);
      expect(await walk(path, `&sort=likes&limit=${limit}`), `${limit}`).to.deep.equal(['2', '4', '5', '3', '1']);
    }
    const { body } = await use().call('GET', `${path}&limit=2`);
    expect(body.comments.map(({ content }: { content: string }) => content)).to.deep.equal(['4', '5']);
    for (const query of [
      '&sort=likes&after=zzz',
      '&sort=likes&after=1-zzzzzz',
      '&sort=oldest&after=zzzzzz',
      '&limit=0',
      '&limit=301',
      '&sort=x',
    ]) {
      expectRefusal(await use().call('GET', path + query), 400, 'BAD_REQUEST');
    }
    await write(use(), { id: 'sorted' });
    for (const content of ['a', 'b']) await comment(use(), 'sorted', { content });
    expect(await walk('/api/posts/sorted/comments?', 'sort=newest&limit=1')).to.deep.equal(['b', 'a']);
  });

  // docs/interface.md, C45
  it('counts are in the order asked; unknown and foreign pages have 0', async () => {
    await commentOn(use(), `${NOTES}/counted`);
    await commentOn(use(), `${NOTES}/counted?utm_source=x`);
    const urls = [
      `${NOTES}/none`,
      `${NOTES}/counted`,
      'https://foreign.example/',
      'nonsense',
      `http://www.notes.example/counted/`,
    ];
    const { status, body, headers } = await use().call('POST', '/api/threads/counts', {
      body: { urls },
      headers: { origin: NOTES },
    });
    expect({ status, body }).to.deep.equal({ status: 200, body: { ok: true, counts: [0, 2, 0, 0, 2] } });
    expect(headers.get('access-control-allow-origin')).to.equal(NOTES);
    for (const wrong of [[], Array.from({ length: 101 }, () => NOTES), NOTES]) {
      expectRefusal(await use().call('POST', '/api/threads/counts', { body: { urls: wrong } }), 400, 'BAD_REQUEST');
    }
  });

  // docs/interface.md, C46
  it('reactions count once for each visitor, and can be taken back', async () => {
    await write(use(), { id: 'liked' });
    for (const place of [{ url: `${NOTES}/reacted` }, { post: 'liked' }]) {
      const path = `/api/threads/reactions?${new URLSearchParams(Object.entries(place)).toString()}`;
      const visitor = { 'cf-connecting-ip': '203.0.113.9' };
      const send = async (method: 'POST' | 'DELETE', reaction: string, headers: Record<string, string> = visitor) =>
        (await use().call(method, '/api/threads/reactions', { body: { ...place, reaction }, headers })).body.reactions;
      const counts = async () => (await use().call('GET', path)).body;
      expect(await counts()).to.deep.equal({ ok: true, reactions: { heart: 0, wow: 0 } });
      expect(await send('POST', 'heart')).to.deep.equal({ heart: 1, wow: 0 });
      expect(await send('POST', 'heart')).to.deep.equal({ heart: 1, wow: 0 });
      expect(await send('POST', 'wow')).to.deep.equal({ heart: 1, wow: 1 });
      expect(await send('POST', 'heart', { 'cf-connecting-ip': '203.0.113.10' })).to.deep.equal({ heart: 2, wow: 1 });
      expect(await send('DELETE', 'heart')).to.deep.equal({ heart: 1, wow: 1 });
      expect(await send('DELETE', 'heart')).to.deep.equal({ heart: 1, wow: 1 });
      expect(await counts()).to.deep.equal({ ok: true, reactions: { heart: 1, wow: 1 } });
      const at = Array.from({ length: 20 }, (_, n) => send('POST', 'wow', { 'cf-connecting-ip': `198.51.100.${n}` }));
      await Promise.all(at);
      expect((await counts()).reactions.wow).to.equal(21);
      expectRefusal(
        await use().call('POST', '/api/threads/reactions', { body: { ...place, reaction: 'none' } }),
        400,
        'BAD_REQUEST',
      );
    }
    await use().admin('DELETE', '/api/posts/liked');
    expect(
      await use().database.kysely.selectFrom('reaction_totals').selectAll().where('target', 'like', 'post:%').execute(),
    ).to.deep.equal([]);
  });

  // docs/interface.md, C42, C46
  itOnce('reactions come from the site of the page', async () => {
    const body = { url: `${NOTES}/a`, reaction: 'heart' };
    const path = '/api/threads/reactions';
    const send = (origin: string) => use().call('POST', path, { body, headers: { origin } });
    expect((await send(NOTES)).status).to.equal(200);
    expectRefusal(await send('https://shop.example'), 403, 'ORIGIN_NOT_ALLOWED');
    expectRefusal(
      await use().call('POST', path, { body: { url: 'https://x.example/', reaction: 'heart' } }),
      403,
      'SITE_UNKNOWN',
    );
    for (const wrong of [{ reaction: 'heart' }, { post: 'gb-note', reaction: 'heart' }]) {
      expectRefusal(await use().call('POST', path, { body: wrong }), 400, 'BAD_REQUEST');
    }
  });

  // docs/interface.md, S1
  itOnce('the setting reactions has at most 6 names', async () => {
    const put = (reactions: unknown) => use().admin('PUT', '/api/admin/settings', { reactions });
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, '👍']));
    expect((await put(named(6))).status).to.equal(200);
    for (const wrong of [named(7), { 'A b': 'x' }, { heart: '' }, ['heart'], { heart: 'x'.repeat(21) }]) {
      expectRefusal(await put(wrong), 400, 'BAD_REQUEST');
    }
  });
});

describeService('threads: limits of reactions', (use) => {
  // docs/interface.md, L1
  it('are 30 a minute', async () => {
    await set(use(), { commentSites: sites, reactions: { heart: '❤️' } });
    const body = { url: `${NOTES}/a`, reaction: 'heart' };
    const statuses = [];
    for (let n = 0; n < 31; n += 1) {
      statuses.push((await use().call(n % 2 === 0 ? 'POST' : 'DELETE', '/api/threads/reactions', { body })).status);
    }
    expect(statuses).to.deep.equal([...Array.from({ length: 30 }, () => 200), 429]);
  });
});
