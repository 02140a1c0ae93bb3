import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { expectShape } from '../support/http.ts';
import { visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** Search, statistics, media, settings, previews, feeds, diagnostics: docs/interface.md, Q1, Q8, Q9, S1, R8, R11, D1 */
describeVisited('contract: rest of the interface', (use) => {
  before(() => write(use(), { id: 'a-post', title: 'A post', content: 'Some words' }));

  it('Search: q up to 80 characters; missing or empty: 200, no results', async () => {
    for (const query of ['', '?q=', '?q=%20']) {
      const { status, body } = await use().call('GET', `/api/search${query}`);
      expect([status, body.results, body.total], query).to.deep.equal([200, [], 0]);
    }
    expect((await use().call('GET', `/api/search?q=${'x'.repeat(80)}`)).status).to.equal(200);
    expectRefusal(await use().call('GET', `/api/search?q=${'x'.repeat(81)}`), 400, 'BAD_REQUEST');
  });

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
  it('Limits: edits by receipt 30 a minute per address', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const edit = (method: string) => use().call(method, '/api/posts/gb-note/comments/nobody', { headers });
    for (let time = 0; time < 30; time++) expect((await edit(time % 2 ? 'PUT' : 'DELETE')).status).to.not.equal(429);
    expectRefusal(await edit('PUT'), 429, 'RATE_LIMITED');
  });

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
      spamFilter: 'boolean',
      spamLinks: 'number',
      spamBlocklist: 'array',
      previewDays: 'number',
      feedItems: 'number',
      ownerEmail: 'string',
      notifyOwner: 'string',
      navigation: 'null',
      footerNavigation: 'null',
      guestbookEnabled: 'boolean',
      closeCommentsAfterDays: 'number',
      commentSites: 'array',
      commentMarkdown: 'boolean',
      reactions: 'object',
      subscribeBox: 'boolean',
      postalAddress: 'string',
      imprintUrl: 'string',
      countClicks: 'boolean',
      webmentions: 'boolean',
      securityContact: 'string',
      homeLayout: 'string',
      accentColor: 'string',
      bodyFont: 'string',
      headingFont: 'string',
      logo: 'string',
      icon: 'string',
      authorPicture: 'string',
      authorLinks: 'array',
      footerText: 'string',
      customCss: 'string',
    });
    expect((await use().admin('PUT', '/api/admin/settings', body)).body).to.deep.equal(body);
  });
  it('POST /api/posts/:id/preview-link { days?: 1–30 } → 201 { ok, url, token, expiresAt }', async () => {
    const { status, body } = await use().admin('POST', '/api/posts/a-post/preview-link', { days: 30 });
    expect(status).to.equal(201);
    expectShape(body, { ok: 'boolean', url: 'string', token: 'string', expiresAt: 'string' });
  });
  it('Preview: X-Robots-Tag: noindex, Cache-Control: no-store, also for tokens that are bad', async () => {
    const { token } = (await use().admin('POST', '/api/posts/a-post/preview-link')).body as { token: string };
    for (const path of [`/preview/${token}`, `/api/preview/${token}`, '/preview/bad', '/api/preview/bad']) {
      const { headers } = await visit(use(), path);
      expect([headers.get('x-robots-tag'), headers.get('cache-control')], path).to.deep.equal(['noindex', 'no-store']);
    }
  });

  it('/healthz: process up; /readyz: database answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, text, headers } = await visit(use(), path);
      expect([status, text, headers.get('cache-control')]).to.deep.equal([200, '{"ok":true}', 'no-store']);
    }
  });
});
