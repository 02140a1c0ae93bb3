import { gunzipSync, brotliDecompressSync } from 'node:zlib';

import { expect } from 'chai';
import { sql } from 'kysely';

import { procedures } from '../server/http/procedure-routes.ts';
import { addComments } from './support/comments.ts';
import { hearAll } from './support/hear-all.ts';
import { databaseKinds } from './support/databases.ts';
import { readEncoded } from './support/raw.ts';
import { describeService, itOnSqlite, startTestService, type TestService } from './support/service.ts';
import { statementsOf } from './support/statements.ts';

/** Whether a read is answered from the cache. */
async function isReady(service: TestService, path: string): Promise<boolean> {
  const before = await hits(service);
  await service.call('GET', path);
  return (await hits(service)) > before;
}

async function hits(service: TestService): Promise<number> {
  const { body } = await service.call('GET', '/metrics', { token: 'metrics-token' });
  const counts = (body as string).matchAll(/^octavo_cache_hits_total.* (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Waits for background work after responses, and fills the cache with these reads. */
async function settle(service: TestService, paths: readonly string[]): Promise<void> {
  do {
    await hearAll(service);
    service.statements.length = 0;
    for (const path of paths) await service.call('GET', path);
  } while (service.statements.length > 0);
}

// docs/interface.md, H9, Q10
describeService.onBothEngines(
  'cached responses',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const everywhere = [
      '/api/posts',
      '/api/posts/one',
      '/api/posts/one/comments',
      '/api/posts/two/comments',
      '/api/posts/gb-note/comments',
      '/api/search?q=word',
      '/api/popular',
      '/api/stats',
      '/api/site',
      '/feed.xml',
      '/sitemap.xml',
      '/',
      '/posts/one',
      '/archive',
      '/guestbook',
    ];

    beforeEach(async () => {
      const { body } = await use().admin('GET', '/api/posts?pageSize=100');
      for (const { id } of (body as { posts: { id: string }[] }).posts) await use().admin('DELETE', `/api/posts/${id}`);
      for (const id of ['one', 'two'])
        await use().admin('POST', '/api/posts', { id, title: id, content: 'word '.repeat(500) });
      use().clock.advance(61_000);
      await settle(use(), everywhere);
    });

    /** The URLs whose cached responses a change did not invalidate. */
    async function untouchedBy(change: () => Promise<unknown>): Promise<string[]> {
      await change();
      const untouched: string[] = [];
      let before = await hits(use());
      for (const path of everywhere) {
        await use().call('GET', path);
        const after = await hits(use());
        if (after > before) untouched.push(path);
        before = after;
      }
      return untouched;
    }

    it('take no statement the second time, for every public URL', async () => {
      for (const path of everywhere)
        expect(await statementsOf(use(), () => use().call('GET', path)), path).to.deep.equal([]);
    });

    itOnce('are shared by two spellings of a query', async () => {
      expect(await isReady(use(), '/api/posts/?page=1&utm_source=x&pageSize=10')).to.equal(true);
    });

    itOnce('are the same over native tRPC, which has its own', async () => {
      const client = use().trpc(null);
      await client.posts.list.query({});
      expect(await statementsOf(use(), () => client.posts.list.query({ page: 1 }))).to.deep.equal([]);
    });

    it('are invalidated by a comment only where it appears', async () => {
      const untouched = await untouchedBy(() =>
        use().call('POST', '/api/posts/one/comments', { body: { author: 'A', content: 'Hello' } }),
      );
      expect(everywhere.filter((path) => !untouched.includes(path))).to.deep.equal([
        '/api/posts/one/comments',
        '/api/popular',
        '/api/stats',
        '/posts/one',
      ]);
    });

    it('stay while a comment is pending, and are invalidated when it is approved', async () => {
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'all' });
      await settle(use(), everywhere);
      const held = await use().call('POST', '/api/posts/one/comments', { body: { author: 'A', content: 'Held' } });
      expect(await isReady(use(), '/api/posts/one/comments')).to.equal(true);
      const { id } = (held.body as { comment: { id: string } }).comment;
      await use().admin('PUT', `/api/comments/${id}`, { status: 'approved' });
      const { body } = await use().call('GET', '/api/posts/one/comments');
      expect((body as { total: number }).total).to.equal(1);
      await use().admin('PUT', '/api/admin/settings', { commentModeration: 'off' });
    });

    it('are invalidated by a change of a post: its own, and every list', async () => {
      const untouched = await untouchedBy(() => use().admin('PUT', '/api/posts/two', { title: 'Another' }));
      expect(untouched).to.deep.equal([
        '/api/posts/one',
        '/api/posts/one/comments',
        '/api/posts/gb-note/comments',
        '/api/site',
        '/guestbook',
      ]);
    });

    it('stay when the text of another post is edited, unless they show it', async () => {
      const content = 'Other words.';
      const untouched = await untouchedBy(() => use().admin('PUT', '/api/posts/two', { content, cover: '/c.png' }));
      expect(untouched).to.deep.equal([
        '/api/posts/one',
        '/api/posts/one/comments',
        '/api/posts/gb-note/comments',
        '/api/site',
        '/posts/one',
        '/archive',
        '/guestbook',
      ]);
    });

    it('are invalidated by everything that links and archives show of another post', async () => {
      const changes: Record<string, unknown>[] = [
        { date: '2020-02-02' },
        { tags: ['sea'] },
        { category: 'Coast' },
        { status: 'draft' },
        { status: 'published' },
        { publishAt: '2027-01-01T00:00:00Z' },
      ];
      for (const change of changes) {
        const untouched = await untouchedBy(() => use().admin('PUT', '/api/posts/two', change));
        expect(untouched, JSON.stringify(change)).to.not.include('/posts/one').and.not.include('/archive');
      }
      await use().admin('PUT', '/api/posts/two', { publishAt: null });
      await settle(use(), everywhere);
      const renamed = await untouchedBy(() => use().admin('POST', '/api/posts/two/rename', { newId: 'second' }));
      expect(renamed).to.not.include('/posts/one').and.not.include('/archive');
    });

    it('stay when a draft is written', async () => {
      await use().admin('POST', '/api/posts', { id: 'draft', title: 'Draft', status: 'draft' });
      const untouched = await untouchedBy(() => use().admin('PUT', '/api/posts/draft', { title: 'Better' }));
      expect(untouched).to.deep.equal(everywhere);
    });

    it('are invalidated by a like: the post and the counts', async () => {
      const untouched = await untouchedBy(() => use().call('POST', '/api/posts/one/like'));
      expect(everywhere.filter((path) => !untouched.includes(path))).to.deep.equal([
        '/api/posts/one',
        '/api/popular',
        '/api/stats',
      ]);
    });

    it('are invalidated by a setting where it appears', async () => {
      const title = `Title ${Math.random()}`;
      const untouched = await untouchedBy(() => use().admin('PUT', '/api/admin/settings', { title }));
      const { body } = await use().call('GET', '/api/site');
      expect((body as { title: string }).title).to.equal(title);
      expect(everywhere.filter((path) => !untouched.includes(path))).to.deep.equal([
        // A setting closes them.
        '/api/posts/one/comments',
        '/api/posts/two/comments',
        '/api/site',
        '/feed.xml',
        '/sitemap.xml',
        '/',
        '/posts/one',
        '/archive',
        '/guestbook',
      ]);
    });

    it('are invalidated by a deletion, comments of the post included', async () => {
      await use().admin('DELETE', '/api/posts/one');
      expect((await use().call('GET', '/api/posts/one')).status).to.equal(404);
      expect((await use().call('GET', '/api/posts/one/comments')).status).to.equal(404);
      expect((await use().call('GET', '/posts/one')).status).to.equal(404);
    });

    it('show views within a second, in popular and stats within 30', async () => {
      await use().call('POST', '/api/posts/one/view', { headers: { 'cf-connecting-ip': '192.0.2.7' } });
      await use().services.views.flush();
      const { body } = await use().call('GET', '/api/posts/one');
      expect((body as { post: { views: number } }).post.views).to.equal(1);
      expect(await isReady(use(), '/api/popular')).to.equal(true);
      use().clock.advance(30_000);
      expect(await isReady(use(), '/api/popular')).to.equal(false);
    });

    it('neither delay a scheduled post nor show it early', async () => {
      const at = new Date(use().clock.now() + 5_000).toISOString();
      await use()
        .services.em.fork()
        .transactional(async (tx) => {
          await sql`update posts set publish_at = ${at} where slug = 'two'`.execute(tx.getKysely());
        });
      const ids = async () =>
        ((await use().call('GET', '/api/posts')).body as { posts: { id: string }[] }).posts.map(({ id }) => id);
      expect([await ids(), await ids()]).to.deep.equal([['one'], ['one']]);
      use().clock.advance(5_000);
      expect(await ids()).to.include('two');
    });

    itOnce('are not used for a valid token or receipt, but for an invalid one', async () => {
      const stale = { authorization: 'Bearer nonsense', 'x-comment-receipt': 'nonsense' };
      const { headers } = await use().call('GET', '/api/posts', { headers: stale });
      expect(headers.get('cache-control')).to.match(/^public/);
      const { headers: own } = await use().admin('GET', '/api/posts');
      expect(own.get('cache-control')).to.equal('no-store');
      const { body } = await use().call('POST', '/api/posts/one/comments', { body: { author: 'A', content: 'Mine' } });
      const { receipt } = body as { receipt: string };
      const mine = await use().call('GET', '/api/posts/one/comments', { headers: { 'x-comment-receipt': receipt } });
      expect(mine.headers.get('cache-control')).to.equal('no-store');
    });

    it('are computed once for concurrent callers', async () => {
      const one = await statementsOf(use(), (attempt) => use().call('GET', `/api/posts?page=${10 + attempt}`));
      const many = await statementsOf(use(), (attempt) =>
        Promise.all(Array.from({ length: 20 }, () => use().call('GET', `/api/posts?page=${20 + attempt}`))),
      );
      expect(many).to.have.length.within(1, one.length);
    });

    // docs/interface.md, H8
    itOnce('exist in gzip and Brotli, each with its own entity tag for 304', async () => {
      const url = `${use().url}/api/posts/one`;
      const plain = await readEncoded(url, {});
      const gzip = await readEncoded(url, { 'accept-encoding': 'gzip, deflate' });
      const brotli = await readEncoded(url, { 'accept-encoding': 'gzip, deflate, br' });
      expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).to.deep.equal([
        undefined,
        'gzip',
        'br',
      ]);
      expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
      expect(brotliDecompressSync(brotli.body).equals(plain.body)).to.equal(true);
      const tags = [plain, gzip, brotli].map(({ headers }) => String(headers['etag']));
      expect(new Set(tags).size).to.equal(3);
      for (const tag of tags) {
        const unchanged = await readEncoded(url, { 'accept-encoding': 'br', 'if-none-match': tag });
        expect([unchanged.status, unchanged.body.length]).to.deep.equal([304, 0]);
      }
      for (const [accepted, chosen] of [
        ['br;q=0, gzip;q=0', undefined],
        ['br;q=0.1, gzip', 'gzip'],
        ['gzip;q=0.5, br;q=0.5', 'br'],
        ['identity, gzip;q=0.5', undefined],
      ] as const) {
        const { headers } = await readEncoded(url, { 'accept-encoding': accepted });
        expect(headers['content-encoding'], accepted).to.equal(chosen);
      }
    });

    // Only the encodings that were requested are kept: the others are made of those.
    itOnce('are the same in every encoding, whichever was requested first', async () => {
      const all = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync };
      const encodings = Object.keys(all) as (keyof typeof all)[];
      const bodyIn = async (url: string, encoding: keyof typeof all) => {
        const { status, headers, body } = await readEncoded(url, { 'accept-encoding': encoding });
        expect([status, headers['content-encoding'] ?? 'identity']).to.deep.equal([200, encoding]);
        return all[encoding](body).toString();
      };
      let pageSize = 20;
      for (const first of encodings) {
        for (const second of encodings) {
          const url = `${use().url}/api/posts?pageSize=${++pageSize}`;
          const bodies = [await bodyIn(url, first), await bodyIn(url, second)];
          bodies.push(...(await Promise.all(encodings.map((encoding) => bodyIn(url, encoding)))));
          expect(new Set(bodies).size, `${first}, then ${second}`).to.equal(1);
        }
      }
    });

    // docs/interface.md, H11
    itOnce('are compressed from 860 bytes', async () => {
      const url = `${use().url}/api/posts/small`;
      await use().admin('POST', '/api/posts', { id: 'small', title: 'Small', excerpt: 'x', content: 'x' });
      const missing = 860 - (await readEncoded(url, {})).body.length;
      for (const [length, encoding] of [
        [859, undefined],
        [860, 'br'],
      ] as const) {
        await use().admin('PUT', '/api/posts/small', { content: 'x'.repeat(1 + missing + length - 860) });
        expect((await readEncoded(url, {})).body).to.have.length(length);
        expect((await readEncoded(url, { 'accept-encoding': 'br' })).headers['content-encoding']).to.equal(encoding);
      }
    });

    itOnce('count towards the limits like all reads', async () => {
      const headers = { 'cf-connecting-ip': '192.0.2.99' };
      const statuses: number[] = [];
      for (let time = 0; time < 241; time++) statuses.push((await use().call('GET', '/api/posts', { headers })).status);
      expect(statuses.filter((status) => status === 200).length).to.equal(240);
      expect(statuses.at(-1)).to.equal(429);
    });

    itOnce('are counted in the metrics, and logged at debug level only', async () => {
      const before = use().logged.length;
      await use().call('GET', '/api/site');
      expect(use().logged.slice(before)).to.deep.equal([]);
      const { body } = await use().call('GET', '/metrics', { token: 'metrics-token' });
      expect(body).to.match(/octavo_cache_hits_total\{route="GET \/api\/site"\} \d+/);
    });

    it('leave no row in the table of invalidations', async () => {
      const { rows } = await sql`select * from touched`.execute(use().database.kysely);
      expect(rows).to.deep.equal([]);
    });
  },
  { SITE_URL: 'https://blog.example', METRICS_TOKEN: 'metrics-token' },
);

describe('the read cache', () => {
  it('keeps pages although a client makes up comments to reply to, and cursors', async () => {
    const env = { METRICS_TOKEN: 'metrics-token' };
    const service = await startTestService(databaseKinds[0]!, env, { cacheBytes: 400_000 });
    try {
      const content = 'word '.repeat(2000);
      await service.admin('POST', '/api/posts', { id: 'one', title: 'One', content });
      await addComments(service, 'gb-idea', 40);
      const page = '/posts/one';
      await service.call('GET', page);
      expect(await isReady(service, page)).to.equal(true);
      for (let at = 0; at < 40; at++) {
        for (const query of [`reply=c-${at}`, `thread=${at}`, `before=${at + 1}`]) {
          await service.call('GET', `${page}?${query}`);
        }
      }
      expect(await isReady(service, page)).to.equal(true);
    } finally {
      await service.close();
    }
  });
});

describe('cached responses of procedures', () => {
  it('declare their dependencies, or are listed here', () => {
    const unkept = Object.entries(procedures)
      .filter(([, { _def }]) => _def.type === 'query')
      .filter(([, { _def }]) => (_def.meta as { access?: string }).access === 'public')
      .filter(([, { _def }]) => !(_def.meta as { dependsOn?: unknown }).dependsOn)
      .map(([name]) => name);
    expect(unkept).to.deep.equal(['admin.state', 'preview.read', 'threads.reactions']);
  });
});
