import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { expectShape, heldBy } from '../support/held.ts';
import { visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const STATS = 'test/stats.test.ts';
const PREVIEW = 'test/preview.test.ts';
const FEEDS = 'test/feeds.test.ts';

/** decisions.md, "Rest of the interface", in its order. */
describeVisited('decisions: rest of the interface', (use) => {
  before(() => write(use(), { id: 'a-post', title: 'A post', content: 'Some words' }));

  it('Search: q up to 80 characters; missing or empty: 200, no results', async () => {
    for (const query of ['', '?q=', '?q=%20']) {
      const { status, body } = await use().call('GET', `/api/search${query}`);
      expect([status, body.results, body.total], query).to.deep.equal([200, [], 0]);
    }
    expect((await use().call('GET', `/api/search?q=${'x'.repeat(80)}`)).status).to.equal(200);
    expectRefusal(await use().call('GET', `/api/search?q=${'x'.repeat(81)}`), 400, 'BAD_REQUEST');
  });
  heldBy('Search: ranked full text', 'test/search.test.ts', 'puts the title above tags, tags above the excerpt');
  heldBy(
    'Search: snippet with the hits in <mark>, the rest escaped',
    'test/search-snippet.test.ts',
    'hold the text as it is, well-formed',
  );
  heldBy(
    'Search: Chinese, Japanese, Korean, one- and two-letter words',
    'test/search.test.ts',
    'finds ${what}: ${query}',
  );
  heldBy(
    'Search: never drafts, protected content or comments',
    'test/search-hidden.test.ts',
    'drafts',
    'comments',
    'the content of a protected post',
  );

  heldBy(
    'Popular: score = views + 3 likes + 5 comments; range; limit 1..50',
    STATS,
    'popular posts by views',
    'a limit of 1 to 50',
    'the last 7 and 30 days only',
  );
  heldBy('Stats', STATS, 'counts of the whole blog leave drafts out');
  it('GET /api/admin/stats?days=1..90 → { ok, days: [{ date, views, likes, comments }], totals }', async () => {
    const { body } = await use().admin('GET', '/api/admin/stats?days=90');
    expectShape(body, { ok: 'boolean', days: 'array', totals: 'object' });
    expect(body.days).to.have.length(90);
    expect(body.days[89]).to.deep.equal({ date: '2026-03-01', views: 0, likes: 0, comments: 0 });
    for (const days of ['0', '91'])
      expectRefusal(await use().admin('GET', `/api/admin/stats?days=${days}`), 400, 'BAD_REQUEST');
  });
  it('POST /api/posts/:id/view and /like → { ok, views, likes }, the count known now', async () => {
    const mark = async (kind: string) => (await use().call('POST', `/api/posts/a-post/${kind}`)).body as unknown;
    expect(await mark('like')).to.deep.equal({ ok: true, views: 0, likes: 1 });
    await mark('view');
    await use().services.views.flush();
    expect(await mark('like')).to.deep.equal({ ok: true, views: 1, likes: 2 });
  });
  heldBy(
    'A view counts once an hour, a like once in 30 days',
    STATS,
    'a view counts once an hour',
    'a like counts at once, and once in 30 days',
  );
  heldBy('… the address is kept only as a keyed hash', STATS, 'the address is stored as a keyed hash only');
  it('… its key is renewed every 30 days', async () => {
    const keyOf = async () => {
      await use().call('POST', '/api/posts/a-post/like');
      const secrets = use().database.kysely.selectFrom('secrets').select('value');
      return (await secrets.where('name', '=', 'address').executeTakeFirstOrThrow()).value;
    };
    use().clock.advance(30 * 86_400_000);
    const first = await keyOf();
    use().clock.advance(30 * 86_400_000 - 1);
    expect(await keyOf()).to.equal(first);
    use().clock.advance(1);
    expect(await keyOf()).to.not.equal(first);
    await use().signIn();
  });
  heldBy('Views are buffered for at most a second', STATS, 'views wait for a second at most');
  heldBy('The administrator is not counted', STATS, 'the administrator is not counted');
  heldBy('Limits: view 120, likes 30', 'test/limits.test.ts', '30 likes, 120 views and 20 error reports');
  it('Limits: edits by receipt 30 a minute per address', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const edit = (method: string) => use().call(method, '/api/posts/gb-note/comments/nobody', { headers });
    for (let time = 0; time < 30; time++) expect((await edit(time % 2 ? 'PUT' : 'DELETE')).status).to.not.equal(429);
    expectRefusal(await edit('PUT'), 429, 'RATE_LIMITED');
  });

  heldBy(
    'POST /api/media { url, name?, alt? } → 201',
    'test/media.test.ts',
    'adds a link: 201, with Location',
    'takes an address of 2,000 characters',
  );
  heldBy(
    'GET /api/media (Bearer, paged), DELETE',
    'test/media.test.ts',
    'lists the newest first, in pages',
    'deletes once',
  );
  it('GET/PUT /api/admin/settings (Bearer)', async () => {
    const { body } = await use().admin('GET', '/api/admin/settings');
    expectShape(body, {
      ok: 'boolean',
      siteUrl: 'string',
      title: 'string',
      description: 'string',
      language: 'string',
      timeZone: 'string',
      author: 'string',
      commentModeration: 'string',
      commentsEnabled: 'boolean',
      previewDays: 'number',
      feedItems: 'number',
      securityContact: 'string',
    });
    expect((await use().admin('PUT', '/api/admin/settings', body)).body).to.deep.equal(body);
  });
  heldBy('GET /api/site is the public part', 'test/settings.test.ts', 'show visitors the public part alone');
  it('POST /api/posts/:id/preview-link { days?: 1–30 } → 201 { ok, url, token, expiresAt }', async () => {
    const { status, body } = await use().admin('POST', '/api/posts/a-post/preview-link', { days: 30 });
    expect(status).to.equal(201);
    expectShape(body, { ok: 'boolean', url: 'string', token: 'string', expiresAt: 'string' });
  });
  heldBy('Preview: over the internal row key', PREVIEW, 'do not open a post that is made again under the same id');
  heldBy('Preview: every bad or expired token is the same 403', PREVIEW, 'answer the same for every token that is bad');
  heldBy(
    'Preview page: every bad or expired token is the same',
    'test/pages.test.ts',
    'is the same page for every link that is bad or over',
  );
  it('Preview: X-Robots-Tag: noindex, Cache-Control: no-store, also for tokens that are bad', async () => {
    const { token } = (await use().admin('POST', '/api/posts/a-post/preview-link')).body as { token: string };
    for (const path of [`/preview/${token}`, `/api/preview/${token}`, '/preview/bad', '/api/preview/bad']) {
      const { headers } = await visit(use(), path);
      expect([headers.get('x-robots-tag'), headers.get('cache-control')], path).to.deep.equal(['noindex', 'no-store']);
    }
  });
  heldBy(
    'POST /api/errors: caps and fingerprint',
    'test/reports.test.ts',
    'are cut to 500, 300, 4,000 and 500',
    'are counted by message',
  );
  heldBy('GET and DELETE /api/admin/errors', 'test/reports.test.ts', 'are for the administrator to read and to clear');

  heldBy(
    'RSS 2.0, Atom, JSON Feed, 20 items',
    FEEDS,
    'RSS has the posts',
    'Atom has ids',
    'JSON Feed is version 1.1',
    'has as many items as the settings say',
  );
  heldBy('… drafts, protected text, guestbook out', FEEDS, '${path} tells nothing of drafts');
  heldBy('… control characters stripped', FEEDS, 'the title ${JSON.stringify(sent)} reads the same');
  heldBy('… ETag and Last-Modified', FEEDS, 'answers 304 by entity tag and by date');
  heldBy('Sitemap, an index above 50,000 addresses', 'test/sitemap.test.ts', 'is an index of its parts above 50,000');
  heldBy(
    'Agentic Resource Discovery at both paths',
    'test/discovery.test.ts',
    '${path} follows the schema',
    'is one document at both',
  );
  heldBy(
    'Without a site address such answers are not cached',
    FEEDS,
    "carry the request's own address, and nobody keeps them",
  );
  heldBy(
    '/api/openapi.json: generated, lint-clean',
    'test/openapi.test.ts',
    'is what the router says',
    'is clean by the recommended rules',
  );
  heldBy(
    '/api/docs loads nothing from other hosts',
    'test/reference.test.ts',
    'shows every operation and every error, and loads nothing',
  );

  it('/healthz: process up; /readyz: database answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, text, headers } = await visit(use(), path);
      expect([status, text, headers.get('cache-control')]).to.deep.equal([200, '{"ok":true}', 'no-store']);
    }
  });
  heldBy(
    '/metrics only with the bearer token',
    'test/metrics.test.ts',
    'are for whoever shows the metrics token',
    'are not there',
  );
});
