import { expect } from 'chai';

import type { PreviewLinkShape } from '../routers/preview/schemas.ts';
import { signPreview, verifyPreview } from '../routers/preview/token.ts';
import { describeService, PASSWORD } from './support/service.ts';

const DAY = 24 * 60 * 60 * 1000;

describeService.onBothEngines('preview links', (use) => {
  const link = async (body: object = {}, id = 'secret') =>
    (await use().admin('POST', `/api/posts/${id}/preview-link`, body)).body as Record<
      'url' | 'token' | 'expiresAt',
      string
    >;
  const links = async () =>
    (await use().admin('GET', '/api/posts/secret/preview-links')).body.links as PreviewLinkShape[];
  const read = (token: string) => use().call('GET', `/api/preview/${token}`);

  beforeEach(async () => {
    await use().signIn();
    await use().admin('DELETE', '/api/posts/secret');
    await use().admin('POST', '/api/posts', { id: 'secret', title: 'Secret', content: 'hidden', status: 'draft' });
  });

  it('show a draft for 7 days', async () => {
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

  // docs/interface.md, R8
  it('are valid for 1 to 30 days', async () => {
    const { expiresAt } = await link({ days: 30 });
    expect(Date.parse(expiresAt)).to.equal(use().clock.now() + 30 * DAY);
    for (const days of [0, 31, 1.5, '7']) {
      expect((await use().admin('POST', '/api/posts/secret/preview-link', { days })).status).to.equal(400);
    }
  });

  // docs/interface.md, R11
  it('are excluded from search engines and caches', async () => {
    const { headers } = await read((await link()).token);
    expect(headers.get('x-robots-tag')).to.equal('noindex');
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  // docs/interface.md, R10
  it('have the same response for invalid and expired tokens, and those of deleted posts', async () => {
    const { token } = await link();
    const [key = '', expires = '', linkId = '', signature = ''] = token.split('.');
    const later = (Number.parseInt(expires, 36) + DAY).toString(36);
    const bad = [
      'nonsense',
      `${key}.${later}.${linkId}.${signature}`,
      `${key}1.${expires}.${linkId}.${signature}`,
      `${key}.${expires}.${linkId}0.${signature}`,
      `${key}.${expires}.${signature}`,
      token.slice(0, -1),
      `${token}A`,
      '%00',
    ];
    await use().admin('DELETE', '/api/posts/secret');
    for (const one of [...bad, token]) {
      const { status, body } = await read(one);
      expect([status, body], one).to.deep.equal([
        403,
        { ok: false, error: 'This preview link is no longer valid.', code: 'PREVIEW_INVALID' },
      ]);
    }
  });

  it('do not work for a new post with the same id', async () => {
    const { token } = await link();
    await use().admin('DELETE', '/api/posts/secret');
    await use().admin('POST', '/api/posts', { id: 'secret', title: 'Another' });
    expect((await read(token)).status).to.equal(403);
  });

  it('can be listed, the newest first, without their tokens', async () => {
    expect(await links()).to.deep.equal([]);
    const first = await link({ days: 1 });
    use().clock.advance(1000);
    const second = await link({ days: 2 });
    const listed = await links();
    expect(listed.map(({ expiresAt }) => expiresAt)).to.deep.equal([second.expiresAt, first.expiresAt]);
    expect(listed[0]).to.have.all.keys('id', 'createdAt', 'expiresAt');
    expect(listed[0]!.createdAt).to.equal(new Date(use().clock.now()).toISOString());
    for (const { token } of [first, second]) {
      expect(JSON.stringify(listed)).to.not.include(token.split('.').at(-1));
    }
  });

  it('can be revoked individually', async () => {
    const [first, second] = [await link(), await link()];
    const { id } = (await links())[1]!;
    const path = `/api/posts/secret/preview-links/${id}`;
    await use().admin('POST', '/api/posts', { id: 'other', title: 'Other' });
    expect((await use().admin('DELETE', `/api/posts/other/preview-links/${id}`)).status).to.equal(404);
    const { status, body } = await use().admin('DELETE', path);
    expect([status, body]).to.deep.equal([200, { ok: true, id }]);
    expect(await links()).to.have.length(1);
    const statuses = [(await read(first.token)).status, (await read(second.token)).status];
    expect(statuses).to.have.members([200, 403]);
    expect((await use().admin('DELETE', path)).status).to.equal(404);
    for (const name of ['nobody', '%00']) {
      expect((await use().admin('GET', `/api/posts/${name}/preview-links`)).status).to.equal(404);
    }
  });

  // docs/interface.md, R12
  it('from versions that stored no rows work until they expire', async () => {
    const { token } = await link({ days: 1 });
    const key = (
      await use().database.kysely.selectFrom('secrets').select('value').where('name', '=', 'preview').execute()
    )[0]!.value;
    const { linkId: _, ...claim } = verifyPreview(token, key)!;
    const old = signPreview({ ...claim, linkId: null }, key);
    expect(old).to.match(/^[0-9a-z]+\.[0-9a-z]+\.[\w-]{43}$/);
    await use().database.kysely.deleteFrom('preview_links').execute();
    expect((await read(old)).status).to.equal(200);
    expect((await read(token)).status).to.equal(403);
    use().clock.advance(DAY);
    expect((await read(old)).status).to.equal(403);
  });

  it('are deleted when they have expired and another is created', async () => {
    await link({ days: 1 });
    await link({ days: 3 });
    use().clock.advance(DAY);
    expect(await links()).to.have.length(1);
    await link();
    const rows = await use().database.kysely.selectFrom('preview_links').select('id').execute();
    expect(rows).to.have.length(2);
  });

  it('show an encrypted post encrypted', async () => {
    await use().admin('PUT', '/api/posts/secret', { password: 'open sesame' });
    const { body } = await read((await link()).token);
    expect(body.post.content).to.equal('');
    expect(body.post.enc).to.have.all.keys('salt', 'iv', 'data');
  });

  it('begin with the site address if it is set', async () => {
    await use().admin('PUT', '/api/admin/settings', { siteUrl: 'https://blog.example' });
    const { url, token } = await link();
    expect(url).to.equal(`https://blog.example/preview/${token}`);
  });

  // docs/interface.md, R9
  it('are revoked by a change of the password', async () => {
    const { token } = await link();
    const { body } = await use().admin('POST', '/api/admin/change-password', {
      current: PASSWORD,
      password: 'another password',
    });
    expect(body.ok).to.equal(true);
    expect((await read(token)).status).to.equal(403);
    expect(await use().database.kysely.selectFrom('preview_links').select('id').execute()).to.deep.equal([]);
  });
});
