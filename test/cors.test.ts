import { expect } from 'chai';

import { set } from './support/comments.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const APP = 'https://app.example';
const ANY = 'https://*.sites.example';
const ONE = 'https://pr-7.preview.sites.example';
const corsNames = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const words = (text: string | null) => (text ?? '').split(/, */).map((word) => word.toLowerCase());

// docs/interface.md, H12, H13
describeVisited(
  'CORS',
  (use) => {
    for (const origin of [SITE, APP, ONE]) {
      it(`lets pages of ${origin} read responses and errors, with the necessary headers`, async () => {
        for (const path of ['/api/posts', '/api/posts/none', '/api/comments', '/trpc/posts.list', '/api/nothing']) {
          const { headers } = await use().call('GET', path, { headers: { origin } });
          expect(headers.get('access-control-allow-origin'), path).to.equal(origin);
          expect(words(headers.get('access-control-expose-headers'))).to.have.members([
            'etag',
            'location',
            'retry-after',
            'ratelimit-limit',
            'ratelimit-remaining',
            'ratelimit-reset',
          ]);
          expect(words(headers.get('vary'))).to.include('origin');
        }
      });

      it(`answers a preflight of ${origin} with methods and headers, over REST and tRPC`, async () => {
        for (const path of ['/api/posts', '/api/posts/x', '/api/posts/gb-note/comments', '/trpc/comments.submit']) {
          const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
          const { status, headers, body } = await use().call('OPTIONS', path, { headers: { origin, ...asked } });
          expect([status, body]).to.deep.equal([204, '']);
          expect(headers.get('access-control-allow-origin')).to.equal(origin);
          expect(words(headers.get('access-control-allow-headers'))).to.have.members([
            'authorization',
            'content-type',
            'if-match',
            'if-none-match',
            'last-event-id',
            'trpc-accept',
            'x-comment-receipt',
          ]);
          expect(words(headers.get('access-control-allow-methods'))).to.include.members([
            'get',
            'post',
            'put',
            'delete',
          ]);
          expect(headers.get('access-control-allow-credentials')).to.equal(null);
        }
      });
    }

    const others = [
      'https://evil.example',
      'null',
      'http://blog.example',
      `${SITE}.evil.example`,
      `${SITE}:444`,
      'https://sites.example',
      'http://one.sites.example',
      'https://one.sites.example:444',
      'https://.sites.example',
      'https://evilsites.example',
      'https://evil.example/.sites.example',
      'https://one.sites.example.evil.example',
      '*',
      '',
    ];
    for (const origin of others) {
      it(`sends ${JSON.stringify(origin)} no CORS headers, but the same response`, async () => {
        const read = await use().call('GET', '/api/posts', { headers: { origin } });
        expect(read.status).to.equal(200);
        expect(corsNames(read.headers)).to.deep.equal([]);
        const preflight = await use().call('OPTIONS', '/api/posts', { headers: { origin } });
        expect(corsNames(preflight.headers)).to.deep.equal([]);
      });
    }

    it('sends only Vary to requests without Origin', async () => {
      const { headers } = await use().call('GET', '/api/posts');
      expect(corsNames(headers)).to.deep.equal([]);
      expect(words(headers.get('vary'))).to.include('origin');
    });
  },
  { SITE_URL: SITE, CORS_ORIGINS: `${APP}, ${ANY}` },
);

describeVisited('CORS without a site address', (use) => {
  it('allows no origin, including its own, until the owner sets one', async () => {
    const read = async (origin: string) => (await use().call('GET', '/api/posts', { headers: { origin } })).headers;
    expect(corsNames(await read(use().url))).to.deep.equal([]);
    await set(use(), { siteUrl: SITE });
    expect((await read(SITE)).get('access-control-allow-origin')).to.equal(SITE);
    await set(use(), { siteUrl: '' });
    expect(corsNames(await read(SITE))).to.deep.equal([]);
  });
});
