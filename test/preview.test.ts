import { expect } from 'chai';

import { describeService, PASSWORD } from './support/service.ts';

const DAY = 24 * 60 * 60 * 1000;

describeService('preview links', (use) => {
  const link = async (body: object = {}, id = 'secret') =>
    (await use().admin('POST', `/api/posts/${id}/preview-link`, body)).body as Record<
      'url' | 'token' | 'expiresAt',
      string
    >;
  const read = (token: string) => use().call('GET', `/api/preview/${token}`);

  beforeEach(async () => {
    await use().signIn();
    await use().admin('DELETE', '/api/posts/secret');
    await use().admin('POST', '/api/posts', { id: 'secret', title: 'Secret', content: 'hidden', status: 'draft' });
  });

  it('show a draft to whoever has one, for 7 days', async () => {
    const made = await use().admin('POST', '/api/posts/secret/preview-link');
    expect(made.status).to.equal(201);
    expect(made.body.url).to.equal(`${use().url}/preview/${made.body.token}`);
    expect(Date.parse(made.body.expiresAt)).to.equal(use().clock.now() + 7 * DAY);
    const { status, body } = await read(made.body.token);
    expect(status).to.equal(200);
    expect(body.post).to.include({ id: 'secret', content: 'hidden', status: 'draft' });
    use().clock.advance(7 * DAY - 1);
    expect((await read(made.body.token)).status).to.equal(200);
    use().clock.advance(1);
    expect((await read(made.body.token)).status).to.equal(403);
  });

  it('are good for 1 to 30 days', async () => {
    const { expiresAt } = await link({ days: 30 });
    expect(Date.parse(expiresAt)).to.equal(use().clock.now() + 30 * DAY);
    for (const days of [0, 31, 1.5, '7']) {
      expect((await use().admin('POST', '/api/posts/secret/preview-link', { days })).status).to.equal(400);
    }
  });

  it('are for no search engine and for no cache', async () => {
    const { headers } = await read((await link()).token);
    expect(headers.get('x-robots-tag')).to.equal('noindex');
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('answer the same for every token that is bad, over, or of a post that is gone', async () => {
    const { token } = await link();
    const [key = '', expires = '', signature = ''] = token.split('.');
    const later = (Number.parseInt(expires, 36) + DAY).toString(36);
    const bad = [
      'nonsense',
      `${key}.${later}.${signature}`,
      `${key}1.${expires}.${signature}`,
      token.slice(0, -1),
      `${token}A`,
      '%00',
    ];
    await use().admin('DELETE', '/api/posts/secret');
    for (const one of [...bad, token]) {
      const { status, body } = await read(one);
      expect([status, body], one).to.deep.equal([
        403,
        { ok: false, error: 'This preview link is not valid any more.', code: 'PREVIEW_INVALID' },
      ]);
    }
  });

  it('do not open a post that is made again under the same id', async () => {
    const { token } = await link();
    await use().admin('DELETE', '/api/posts/secret');
    await use().admin('POST', '/api/posts', { id: 'secret', title: 'Another' });
    expect((await read(token)).status).to.equal(403);
  });

  it('show an encrypted post encrypted', async () => {
    await use().admin('PUT', '/api/posts/secret', { password: 'open sesame' });
    const { body } = await read((await link()).token);
    expect(body.post.content).to.equal('');
    expect(body.post.enc).to.have.all.keys('salt', 'iv', 'data');
  });

  it('begin with the site address once there is one', async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    const { url, token } = await link();
    expect(url).to.equal(`https://blog.example/preview/${token}`);
  });

  it('end with a change of the password', async () => {
    const { token } = await link();
    const { body } = await use().admin('POST', '/api/admin/change-password', {
      current: PASSWORD,
      password: 'another password',
    });
    expect(body.ok).to.equal(true);
    expect((await read(token)).status).to.equal(403);
  });
});
