import { expect } from 'chai';

import { comment, showing } from '../support/comments.ts';
import { visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const PUBLIC = 'public, max-age=0, must-revalidate';
const reads = [
  '/api/posts',
  '/api/posts/a-post',
  '/api/posts/gb-note/comments',
  '/api/search?q=x',
  '/api/stats',
  '/api/site',
];

/** Caching and headers: docs/interface.md, H2, H3, H5, H6, H7 */
describeVisited('contract: caching and headers', (use) => {
  before(() => write(use(), { id: 'a-post' }));

  it('Cache-Control: public, max-age=0, must-revalidate; Vary', async () => {
    for (const path of [...reads, '/api/popular', '/', '/guestbook', '/posts/a-post']) {
      const { headers } = await visit(use(), path);
      expect(headers.get('cache-control'), path).to.equal(PUBLIC);
      expect(headers.get('vary'), path).to.equal('Accept-Encoding, Authorization, X-Comment-Receipt, Origin');
    }
  });
  it('Writes and authenticated answers: no-store', async () => {
    const { comment: made, receipt } = await comment(use(), 'gb-note');
    const answers = [
      ...(await Promise.all(reads.map((path) => use().admin('GET', path)))),
      await use().admin('GET', '/api/comments'),
      await use().admin('PUT', '/api/posts/a-post', {}),
      await use().call('POST', '/api/posts/a-post/like'),
      await use().call('GET', `/api/posts/gb-note/comments/${made.id}`, { headers: showing(receipt) }),
      await use().call('GET', '/api/posts/nobody'),
      await use().call('GET', '/api/comments'),
    ];
    for (const { headers } of answers) expect(headers.get('cache-control')).to.equal('no-store');
  });
  it('Headers: X-Frame-Options, Referrer-Policy, CSP without unsafe-inline and unsafe-eval', async () => {
    for (const path of ['/', '/api/posts', '/api/docs', '/nowhere']) {
      const { headers } = await visit(use(), path);
      expect(headers.get('x-frame-options'), path).to.equal('DENY');
      expect(headers.get('referrer-policy'), path).to.equal('strict-origin-when-cross-origin');
      const policy = headers.get('content-security-policy') ?? '';
      // The styles of the reference page alone may be inline.
      const strict = path === '/api/docs' ? policy.replace("style-src 'self' 'unsafe-inline'", '') : policy;
      expect(strict, path)
        .to.match(/default-src/)
        .and.not.match(/unsafe-/);
    }
  });
});

describeVisited(
  'contract: CDN_MAX_AGE',
  (use) => {
    it('adds s-maxage and leaves RateLimit-* out', async () => {
      for (const path of ['/api/posts', '/api/stats', '/', '/guestbook']) {
        const { headers } = await visit(use(), path);
        expect(headers.get('cache-control'), path).to.equal(`${PUBLIC}, s-maxage=60`);
        expect(headers.get('ratelimit-limit'), path).to.equal(null);
      }
    });
    it('leaves what is of one visitor alone', async () => {
      for (const { headers } of [
        await use().admin('GET', '/api/posts'),
        await use().call('GET', '/api/posts/nobody'),
      ]) {
        expect(headers.get('cache-control')).to.equal('no-store');
      }
    });
  },
  { CDN_MAX_AGE: '60' },
);

/** Limits on reading: docs/interface.md, L1, L4, L6 */
describeVisited('contract: limits on reading', (use) => {
  it('Every /api/ GET without a valid token counts', async () => {
    const paths = [
      'posts',
      'admin/settings',
      'admin/errors',
      'media',
      'openapi.json',
      'docs',
      'feed.xml',
      'preview/bad',
    ];
    for (const path of paths) {
      const { headers } = await visit(use(), `/api/${path}`);
      expect(headers.get('ratelimit-remaining'), path).to.match(/^(239|599)$/);
    }
  });
  it('… with a valid one none does, but GET /api/comments', async () => {
    for (const path of ['/api/posts', '/api/media', '/api/admin/settings', '/api/search?q=x']) {
      expect((await use().admin('GET', path)).headers.get('ratelimit-limit'), path).to.equal(null);
    }
    expect((await use().admin('GET', '/api/comments')).headers.get('ratelimit-remaining')).to.equal('239');
  });
  it('Feeds, their aliases and pages count towards the 600 only', async () => {
    const address = { 'cf-connecting-ip': '192.0.2.1' };
    const paths = [
      '/feed.xml',
      '/api/feed.xml',
      '/atom.xml',
      '/feed.json',
      '/sitemap.xml',
      '/',
      '/guestbook',
      '/nowhere',
    ];
    for (const [number, path] of paths.entries()) {
      const { headers } = await visit(use(), path, address);
      expect(headers.get('ratelimit-remaining'), path).to.equal(`${599 - number}`);
    }
  });
  it('Health and static assets do not', async () => {
    for (const path of ['/healthz', '/readyz', '/assets/site.css', '/sw.js']) {
      expect((await visit(use(), path)).headers.get('ratelimit-limit'), path).to.equal(null);
    }
  });
  it('RateLimit-Limit, -Remaining, -Reset of the limit with least remaining', async () => {
    const address = { 'cf-connecting-ip': '192.0.2.2' };
    for (let time = 0; time < 400; time++) await visit(use(), '/robots.txt', address);
    const { headers } = await visit(use(), '/api/posts', address);
    const values = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
    expect(values).to.deep.equal(['600', '199', '60']);
  });
});
