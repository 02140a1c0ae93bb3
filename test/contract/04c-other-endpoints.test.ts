import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { expectShape } from '../support/http.ts';
import { open, parseXml, visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** Search, statistics, sign-in, media and feeds: docs/interface.md, Q2, Q6, Q7, A2, A5, M1, M2, F2, F6, F7 */
describeVisited('contract: other endpoints', (use) => {
  before(async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    await write(use(), { id: 'birds', title: 'Birds', content: 'They sing', category: 'c', tags: ['t'] });
  });

  it('GET /api/search: search', async () => {
    const { body } = await use().call('GET', '/api/search?q=sing');
    expectShape(body, {
      ok: 'boolean',
      query: 'string',
      results: 'array',
      total: 'number',
      page: 'number',
      pageSize: 'number',
    });
    expect(body.results[0]).to.include({ id: 'birds', snippet: 'They <mark>sing</mark>' });
  });

  it('GET /api/popular: popular posts', async () => {
    const { body } = await use().call('GET', '/api/popular?range=7d&limit=50');
    expectShape(body, { ok: 'boolean', posts: 'array' });
    expect(body.posts[0]).to.include({ id: 'birds', views: 0, likes: 0, comments: 0, score: 0 });
    for (const query of ['range=1d', 'limit=0', 'limit=51']) {
      expect((await use().call('GET', `/api/popular?${query}`)).status, query).to.equal(400);
    }
  });

  it('GET /api/stats: statistics', async () => {
    const { body } = await use().call('GET', '/api/stats');
    expect(body).to.deep.equal({
      ok: true,
      posts: 1,
      comments: 0,
      views: 0,
      likes: 0,
      categories: [{ category: 'c', count: 1 }],
      tags: [{ tag: 't', count: 1 }],
    });
  });

  it('GET /api/admin/session: server-side check of the administrator session', async () => {
    const { body } = await use().admin('GET', '/api/admin/session');
    expectShape(body, { ok: 'boolean', expiresAt: 'string' });
    for (const token of ['stale', 'A'.repeat(43)]) {
      expectRefusal(await use().call('GET', '/api/admin/session', { token }), 401, 'UNAUTHORIZED');
    }
  });

  it('POST /api/admin/setup: first-time initialization', async () => {
    const again = await use().call('POST', '/api/admin/setup', { body: { password: 'a new password' } });
    expectRefusal(again, 409, 'ALREADY_SET_UP');
  });

  it('POST /api/media: adds a media record', async () => {
    const { status, headers, body } = await use().admin('POST', '/api/media', { url: 'http://x.example/a.png' });
    expect(status).to.equal(201);
    expect(headers.get('location')).to.equal(`/api/media/${body.media.id}`);
    const text = 'string';
    expectShape(body.media, { id: text, url: text, name: text, alt: text, kind: text, createdAt: text });
  });

  it('POST /api/media: accepts only http or https links; inline data: image payloads are rejected', async () => {
    expect((await use().admin('POST', '/api/media', { url: 'https://x.example/b' })).status).to.equal(201);
    for (const url of [
      'data:image/png;base64,AAAA',
      'DATA:image/gif,x',
      'ftp://x.example/a',
      'javascript:1',
      '/a.png',
    ]) {
      expectRefusal(await use().admin('POST', '/api/media', { url }), 400, 'BAD_REQUEST');
    }
  });

  for (const path of ['/sitemap.xml', '/feed.xml']) {
    it(`GET ${path}: dynamically generated, updated after post changes`, async () => {
      parseXml(await open(use(), path));
      const id = await write(use(), { title: `Made for${path.replace(/\W/g, ' ')}` });
      expect(await open(use(), path)).to.include(`https://blog.example/posts/${id}`);
      await use().admin('PUT', `/api/posts/${id}`, { status: 'draft' });
      expect(await open(use(), path)).to.not.include(id);
    });

    it(`GET /api${path}: legacy alias`, async () => {
      expect(await open(use(), `/api${path}`)).to.equal(await open(use(), path));
    });
  }

  for (const path of ['/.well-known/ard.json', '/.well-known/ai-catalog.json']) {
    it(`GET ${path}: resource discovery manifest`, async () => {
      const manifest = JSON.parse(await open(use(), path)) as Record<string, unknown>;
      expect(manifest['specVersion']).to.equal('1.0');
      expect(manifest['host']).to.include({ documentationUrl: 'https://blog.example/api/docs' });
      expect(manifest['entries']).to.be.an('array').with.length.above(3);
    });
  }

  it('HEAD works at each of them as GET does', async () => {
    for (const path of ['/sitemap.xml', '/api/feed.xml', '/.well-known/ard.json', '/api/search?q=x', '/api/stats']) {
      const { status, text } = await visit(use(), path, {}, 'HEAD');
      expect([status, text], path).to.deep.equal([200, '']);
    }
  });
});
