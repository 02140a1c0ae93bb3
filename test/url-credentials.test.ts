import { expect } from 'chai';

import { hasCredentials } from '../shared/link-targets.ts';
import { change, expectRefusedField, read, write } from './support/posts.ts';
import { take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

const SECRET = 'https://me:hunter2@files.example/a.png';
const REVEALING = [
  SECRET,
  'https://me@files.example/a.png',
  'https://:hunter2@files.example/',
  '//me:x@files.example/a.png',
];
const HARMLESS = [
  'https://files.example/@me/a.png',
  'https://files.example/?to=me@x.example',
  '/a@b.png',
  'a:b@c.png',
  '',
];

describe('user names and passwords in URLs', () => {
  it('are found only before the host', () => {
    for (const url of REVEALING) expect(hasCredentials(url), url).to.equal(true);
    for (const url of HARMLESS) expect(hasCredentials(url), url).to.equal(false);
  });
});

// docs/interface.md, P6, M2
describeVisited.onBothEngines('URLs with a user name or password', (use) => {
  /** A post from an earlier version. */
  async function withOldCover(): Promise<string> {
    const id = await write(use(), { cover: '/old.png' });
    await use().database.kysely.updateTable('posts').set({ cover: SECRET }).where('slug', '=', id).execute();
    return id;
  }

  it('are rejected as media', async () => {
    for (const url of REVEALING.filter((one) => one.startsWith('https'))) {
      expectRefusedField(await use().admin('POST', '/api/media', { url }), 'url');
    }
    expect((await use().admin('POST', '/api/media', { url: HARMLESS[0] })).status).to.equal(201);
  });

  // docs/interface.md, B1
  it('are rejected as pictures and links of authors', async () => {
    const links = (url: string) => [{ label: 'Files', url }];
    await use().admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada' });
    for (const [method, path] of [
      ['POST', '/api/admin/authors'],
      ['PUT', '/api/admin/authors/ada'],
    ] as const) {
      expectRefusedField(await use().admin(method, path, { name: 'Ada', picture: SECRET }), 'picture');
      expectRefusedField(await use().admin(method, path, { name: 'Ada', links: links(SECRET) }), 'links');
    }
    const allowed = { links: links(HARMLESS[0]!), picture: HARMLESS[0] };
    expect((await use().admin('PUT', '/api/admin/authors/ada', allowed)).status).to.equal(200);
  });

  it('are rejected as covers, and not repeated in the error', async () => {
    const id = await write(use(), { cover: '/a.png' });
    const { version } = await read(use(), id);
    for (const cover of REVEALING) {
      const answers = [
        await use().admin('POST', '/api/posts', { title: 'x', cover }),
        await change(use(), id, { cover }),
      ];
      for (const answer of answers) {
        expectRefusedField(answer, 'cover');
        expect(JSON.stringify(answer.body)).to.not.include('hunter2');
      }
      const copy = { baseVersion: version, fields: { cover } };
      expectRefusedField(await use().admin('PUT', `/api/posts/${id}/working-copy`, copy), 'fields');
    }
    expect(await read(use(), id)).to.include({ cover: '/a.png', version });
  });

  it('stay in posts that have them, which accept their own response', async () => {
    const id = await withOldCover();
    const before = await read(use(), id);
    expect((await use().admin('PUT', `/api/posts/${id}`, before)).status).to.equal(200);
    expect(await read(use(), id)).to.deep.equal(before);
    const copy = { baseVersion: before.version, fields: { cover: SECRET, title: 'New' } };
    expect((await use().admin('PUT', `/api/posts/${id}/working-copy`, copy)).status).to.equal(200);
    await change(use(), id, { cover: '' });
    expectRefusedField(await change(use(), id, { cover: SECRET }), 'cover');
  });

  it('are rejected in an import, unless the post has them already', async () => {
    const item = { sourceKey: 'cover.md', title: 'Cover', cover: SECRET };
    const [refused] = await take(use(), [item]);
    expect(refused).to.include({ outcome: 'refused' });
    expect(refused?.reason).to.match(/remove the part before "@"/);
    const [{ id = '' } = {}] = await take(use(), [{ ...item, cover: '' }]);
    await use().database.kysely.updateTable('posts').set({ cover: SECRET }).where('slug', '=', id).execute();
    expect((await take(use(), [item]))[0]).to.include({ outcome: 'unchanged' });
  });
});
