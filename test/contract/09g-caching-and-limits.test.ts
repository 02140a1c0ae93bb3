import { expect } from 'chai';

import { heldBy } from '../support/held.ts';
import { comment, showing } from '../support/comments.ts';
import { visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const LIMITS = 'test/limits.test.ts';
const ADDRESS = 'test/client-address.test.ts';
const PUBLIC = 'public, max-age=0, must-revalidate';
const reads = [
  '/api/posts',
  '/api/posts/a-post',
  '/api/posts/gb-note/comments',
  '/api/search?q=x',
  '/api/stats',
  '/api/site',
];

/** decisions.md, "Rest of the interface": caching and headers. */
describeVisited('decisions: caching and headers', (use) => {
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
      expect(headers.get('content-security-policy'), path)
        .to.match(/default-src/)
        .and.not.match(/unsafe-/);
    }
  });
  heldBy(
    '/api/docs uses a nonce per answer',
    'test/reference.test.ts',
    'serves the page with a style that only its own nonce lets in',
  );
});

describeVisited(
  'decisions: CDN_MAX_AGE',
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

/** decisions.md, "Limits on reading". */
describeVisited('decisions: limits on reading', (use) => {
  heldBy(
    'One-minute windows that open with the first request',
    LIMITS,
    'the window ends a minute after its first request',
  );
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
    const told = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
    expect(told).to.deep.equal(['600', '199', '60']);
  });
  heldBy('Reading limits are per exact address, IPv6 too', LIMITS, 'reads of one IPv6 address do not count');
  heldBy('Writing: a whole IPv6 /64 at ten times the figure', LIMITS, 'an IPv6 /64 has ten times the figures');
  heldBy('Over several processes', 'test/redis.test.ts', 'are counted over all instances');
  heldBy(
    'CLIENT_IP_HEADER, only from a trusted proxy',
    ADDRESS,
    'reads the header that CLIENT_IP_HEADER names',
    'reads no header from ${from}',
  );
  heldBy(
    'A repeated or invalid header value counts as none',
    ADDRESS,
    'takes ${JSON.stringify(value)} for none',
    'takes a header that comes twice',
  );
  heldBy('All spellings of one address are one', ADDRESS, 'has one spelling for');
  heldBy('X-Forwarded-For is never read', ADDRESS, 'never reads X-Forwarded-For');
  heldBy('The log warns once when a trusted proxy sends none', ADDRESS, 'warns once when a trusted proxy sends none');
});

/** decisions.md, "Settings from the environment" and "Version". */
describe('decisions: settings and version', () => {
  heldBy('Names and defaults', 'test/config.test.ts', 'has these defaults');
  heldBy(
    'Bad values stop the start, one line for each',
    'test/config.test.ts',
    'tells of every wrong variable in one go',
  );
  heldBy('A .env file is read when present', 'test/start.test.ts', 'reads .env, under the environment');
  heldBy('SITE_URL wins over the stored siteUrl', 'test/settings.test.ts', 'wins over the stored address');
  heldBy('SITE=off', 'test/pages.test.ts', 'leaves ${path} out');
  heldBy('REDIS_URL', 'test/redis.test.ts', 'are counted over all instances');
  heldBy('README names every variable', 'test/readme.test.ts', 'names every variable of the configuration');
  heldBy(
    'One constant, checked in all places',
    'test/release.test.ts',
    'is the version of the package',
    'is the `?v=`',
    'is in the name of the cache',
  );
  heldBy('Migrations are numbered from 0001', 'test/migrations.test.ts', 'are numbered from 0001');
});
