import { expect } from 'chai';

import { expectRefusal, submit } from '../support/comments.ts';
import { visit } from '../support/pages.ts';
import { describeService } from '../support/service.ts';

/** Limits: docs/interface.md, L1, L2, L3, L4, L5, L7, L9, C10 */
describeService('contract: limits', (use) => {
  /** The headers of a read for a new client IP: the limit with the fewest remaining requests. */
  async function limitOf(path: string, address: string): Promise<string | null> {
    const { headers } = await use().call('GET', path, { headers: { 'cf-connecting-ip': address } });
    return headers.get('ratelimit-limit');
  }

  it('Search rate: 60 requests per minute per client IP on /api/search', async () => {
    expect(await limitOf('/api/search?q=x', '192.0.2.1')).to.equal('60');
  });

  it('Ordinary read rate: 240 on /api/posts, /api/popular, /api/comments, /api/stats and the like', async () => {
    const paths = ['posts', 'popular', 'comments', 'stats', 'posts/x', 'posts/gb-note/comments', 'site', 'preview/x'];
    for (const path of [...paths, 'admin/session', 'openapi.json', 'docs']) {
      expect(await limitOf(`/api/${path}`, '192.0.2.2'), path).to.equal('240');
    }
  });

  it('Ordinary read rate: also on the document of the interface, which describes that itself', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.10' };
    for (let time = 0; time < 240; time++) await use().call('HEAD', '/api/openapi.json', { headers });
    expectRefusal(await use().call('GET', '/api/openapi.json', { headers }), 429, 'RATE_LIMITED');
  });

  it('Global read gate: 600, all public read endpoints together', async () => {
    for (const path of ['/feed.xml', '/api/feed.xml', '/sitemap.xml', '/.well-known/ard.json', '/', '/guestbook']) {
      const { headers } = await visit(use(), path, { 'cf-connecting-ip': '192.0.2.3' });
      expect(headers.get('ratelimit-limit'), path).to.equal('600');
    }
  });

  it('1. Over the read limit the response is 429 with Retry-After', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.4' };
    for (let time = 0; time < 60; time++) await use().call('GET', '/api/search', { headers });
    use().clock.advance(20_000);
    const refused = await use().call('GET', '/api/search', { headers });
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.equal('40');
    expect(refused.body.error).to.match(/60 searches a minute.*40 seconds/);
  });

  it('2. The counter is fail-open: when the counter store is unavailable, requests pass', async () => {
    const { counters } = use().services;
    const { increment } = counters;
    counters.increment = () => Promise.reject(new Error('away'));
    const answer = await use().call('GET', '/api/posts', { headers: { 'cf-connecting-ip': '192.0.2.5' } });
    counters.increment = increment;
    expect([answer.status, answer.headers.get('ratelimit-limit')]).to.deep.equal([200, null]);
  });

  it("3. The client address is taken only from the CDN's connecting-IP header", async () => {
    const remainingFor = async (headers: Record<string, string>) =>
      (await use().call('GET', '/api/stats', { headers })).headers.get('ratelimit-remaining');
    expect(await remainingFor({ 'cf-connecting-ip': '192.0.2.6' })).to.equal('239');
    expect(await remainingFor({ 'cf-connecting-ip': '192.0.2.6', 'x-forwarded-for': '192.0.2.7' })).to.equal('238');
    expect(
      await remainingFor({ 'cf-connecting-ip': '192.0.2.6', 'x-real-ip': '192.0.2.7', forwarded: 'for=192.0.2.7' }),
    ).to.equal('237');
  });

  it('4. Only read endpoints are limited; write endpoints are exempt from this layer', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.8' };
    for (let time = 0; time < 3; time++) await submit(use(), 'gb-note', { author: 'Ann', content: `${time}` }, headers);
    const { headers: told } = await use().call('GET', '/feed.xml', { headers });
    expect(told.get('ratelimit-remaining')).to.equal('599');
  });

  it('5. Counters are kept per IP, so one IP does not affect another', async () => {
    const refused = await use().call('GET', '/api/search', { headers: { 'cf-connecting-ip': '192.0.2.4' } });
    const other = await use().call('GET', '/api/search', { headers: { 'cf-connecting-ip': '192.0.2.9' } });
    expect([refused.status, other.status]).to.deep.equal([429, 200]);
  });

  it('Length caps for author and content: 80 and 5,000 characters, nothing cut', async () => {
    const post = (author: string, content: string, host: number) =>
      submit(use(), 'gb-idea', { author, content }, { 'cf-connecting-ip': `198.51.100.${host}` });
    expect((await post('a'.repeat(80), 'b'.repeat(5000), 1)).status).to.equal(201);
    expectRefusal(await post('a'.repeat(81), 'b', 2), 400, 'BAD_REQUEST');
    expectRefusal(await post('a', 'b'.repeat(5001), 3), 400, 'BAD_REQUEST');
  });
});
