import { expect } from 'chai';

import { routes } from '../../server/http/procedure-routes.ts';
import { expectRefusal } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

/** The wire format: docs/interface.md, W4, W11, W16, W17, W18, E4 */
describeVisited('contract: wire rules', (use) => {
  // docs/interface.md, W4
  it('201 with Location: posts, authors, comments, media, API keys, subscribers, webhooks, redirects, passkeys, threads; 202 for fetched pictures', () => {
    const located = routes.filter(({ meta }) => meta.location).map(({ name, meta }) => [name, meta.status]);
    expect(located).to.have.deep.members([
      ['posts.create', 201],
      ['authors.create', 201],
      ['pages.create', 201],
      ['comments.submit', 201],
      ['comments.reply', 201],
      ['media.add', 201],
      ['media.edit', 201],
      ['keys.create', 201],
      ['subscribers.add', 201],
      ['webhooks.create', 201],
      ['redirects.add', 201],
      ['passkeys.create', 201],
      ['threads.submit', 201],
      ['media.fetch', 202],
    ]);
  });
  it('201 without: set-up, preview link, download link; everything else 200', () => {
    const made = routes.filter(({ meta }) => meta.status === 201 && !meta.location).map(({ name }) => name);
    expect(made).to.have.members(['admin.setup', 'preview.link', 'transfer.download']);
  });

  for (const [path, items] of [
    ['posts', 'posts'],
    ['comments', 'comments'],
    ['media', 'media'],
    ['admin/errors', 'errors'],
    ['search', 'results'],
  ] as const) {
    const most = path === 'search' ? 50 : 100;

    // docs/interface.md, W17
    it(`GET /api/${path} carries total, page, pageSize and its items under ${items}; defaults 1 and 10`, async () => {
      const { body } = await use().admin('GET', `/api/${path}`);
      expect(body[items]).to.be.an('array');
      expect(body).to.include({ total: 0, page: 1, pageSize: 10 });
    });
    it(`… pageSize above ${most} is cut and the answer tells the size used; below 1: 400`, async () => {
      const listBy = async (size: string) => use().admin('GET', `/api/${path}?pageSize=${size}`);
      expect((await listBy(`${most + 1}`)).body.pageSize).to.equal(most);
      expect((await listBy('99999999999999999999')).body.pageSize).to.equal(most);
      expectRefusal(await listBy('0'), 400, 'BAD_REQUEST');
    });
    it(`… page above 200 ${/posts|search/.test(path) ? 'is 400' : 'is taken'}, and past the end is an empty list`, async () => {
      const { body } = await use().admin('GET', `/api/${path}?page=200`);
      expect([body.ok, body[items]]).to.deep.equal([true, []]);
      const beyond = await use().admin('GET', `/api/${path}?page=201`);
      expect(beyond.status).to.equal(/posts|search/.test(path) ? 400 : 200);
    });
    // docs/interface.md, W11
    it('… anything but plain decimal digits or a repeated key: 400', async () => {
      for (const query of ['page=1e1', 'page=0x10', 'page=%2B1', 'page=1.0', 'page=-1', 'page=1&page=1', 'page=٣']) {
        expectRefusal(await use().admin('GET', `/api/${path}?${query}`), 400, 'BAD_REQUEST');
      }
    });
  }

  it('429 always carries Retry-After in whole seconds; error says which limit and when to come back', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const like = () => use().call('POST', '/api/posts/x/like', { headers });
    for (let time = 0; time < 30; time++) await like();
    use().clock.advance(59_999);
    const refused = await like();
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.body.error).to.match(/30 likes a minute.* a second/);
  });

  // docs/interface.md, W16
  it('On public endpoints a stale token counts as no token, never as 401', async () => {
    await write(use(), { id: 'draft', status: 'draft' });
    const { status, body } = await use().call('GET', '/api/posts?status=draft', { token: 'stale' });
    expect([status, body.posts]).to.deep.equal([200, []]);
  });
});
