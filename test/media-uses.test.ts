import { expect } from 'chai';

import { expectRefusal } from './support/comments.ts';
import { picture } from './support/files.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { uploaded } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, M6
describeVisited.onBothEngines('media: uses', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const URL = 'https://x.example/a_b%20.png';
  const add = async (url: string) => (await use().admin('POST', '/api/media', { url })).body.media.id as string;
  const usesOf = async (id: string) => {
    const { status, body } = await use().admin('GET', `/api/media/${id}/uses`);
    expect(status, JSON.stringify(body)).to.equal(200);
    const { ok: _, ...rest } = body;
    return rest;
  };
  const uses = async (id: string) => (await usesOf(id)).posts;
  const save = async (id: string, fields: object) => {
    const { status } = await use().admin('PUT', `/api/posts/${id}/working-copy`, {
      baseVersion: 1,
      fields,
      ifVersion: undefined,
    });
    expect(status).to.equal(200);
  };

  it('are in texts, covers and working copies, drafts included, the newest post first', async () => {
    const id = await add(URL);
    expect(await usesOf(id)).to.deep.equal({
      posts: [],
      settings: [],
      authors: [],
      names: [],
      total: 0,
      hidden: 0,
      pendingPosts: 0,
      encryptedPosts: 0,
    });
    const text = `Before ![a](${URL}) after`;
    await write(use(), { id: 'old', title: 'Old & "one"', content: text, date: '2026-01-01' });
    await write(use(), { id: 'both', title: 'Both', content: `${text} ${text}`, cover: URL, date: '2026-01-03' });
    await write(use(), { id: 'draft', title: 'Draft', cover: `${URL}#640x480`, status: 'draft', date: '2026-01-02' });
    await write(use(), { id: 'other', title: 'Other', content: 'https://x.example/a.png', cover: `${URL}x` });
    await save('old', { content: text, cover: URL });
    expect(await usesOf(id)).to.deep.include({ total: 3 });
    expect(await uses(id)).to.deep.equal([
      { id: 'both', title: 'Both', where: 'cover' },
      { id: 'both', title: 'Both', where: 'content' },
      { id: 'draft', title: 'Draft', where: 'cover' },
      { id: 'old', title: 'Old & "one"', where: 'workingCopy' },
      { id: 'old', title: 'Old & "one"', where: 'content' },
    ]);
  });

  it('follow every way of writing', async () => {
    const url = 'https://x.example/b.png';
    const id = await add(url);
    const text = `![b](${url})`;
    const shown = async () => (await uses(id)).map((one: { id: string; where: string }) => `${one.id} ${one.where}`);
    const admin = async (method: string, path: string, body?: unknown) => {
      const answer = await use().admin(method, path, body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      return answer.body;
    };
    await write(use(), { id: 'ways', content: text });
    const { post } = await admin('GET', '/api/posts/ways');
    expect(await shown()).to.deep.equal(['ways content']);
    await admin('PUT', '/api/posts/ways', { content: 'none' });
    expect(await shown()).to.deep.equal([]);
    await admin('POST', `/api/posts/ways/revisions/${post.version}/restore`);
    await admin('POST', '/api/posts/ways/rename', { newId: 'renamed' });
    expect(await shown()).to.deep.equal(['renamed content']);
    await save('renamed', { content: 'none', cover: url });
    expect(await shown()).to.deep.equal(['renamed workingCopy', 'renamed content']);
    const { currentVersion } = (await use().admin('POST', '/api/posts/renamed/working-copy/publish')).body;
    await admin('POST', '/api/posts/renamed/working-copy/publish', { ifVersion: currentVersion });
    expect(await shown()).to.deep.equal(['renamed cover']);
    await save('renamed', { content: text });
    await admin('DELETE', '/api/posts/renamed/working-copy');
    expect(await shown()).to.deep.equal(['renamed cover']);
    const imported = { sourceKey: 's', id: 'imported', title: 'Imported', date: '2020-01-01', content: text };
    await admin('POST', '/api/admin/import', { posts: [imported] });
    expect(await shown()).to.deep.equal(['renamed cover', 'imported content']);
    await admin('PUT', '/api/posts/imported', { protected: true, password: 'open sesame' });
    expect(await shown()).to.deep.equal(['renamed cover']);
    await admin('PUT', '/api/posts/imported', { protected: false, password: 'open sesame' });
    await admin('POST', '/api/posts/bulk', { action: 'delete', ids: ['renamed'] });
    expect(await shown()).to.deep.equal(['imported content']);
    await admin('DELETE', '/api/posts/imported');
    expect(await shown()).to.deep.equal([]);
  });

  it('are images of link previews, and of working copies', async () => {
    const url = 'https://x.example/share.png';
    const id = await add(url);
    await write(use(), { id: 'shared', shareImage: url, date: '2026-01-02' });
    await write(use(), { id: 'both-images', shareImage: url, cover: url, date: '2026-01-01' });
    const both = ['cover', 'shareImage'].map((where) => ({ id: 'both-images', title: 'A post', where }));
    expect(await uses(id)).to.deep.equal([{ id: 'shared', title: 'A post', where: 'shareImage' }, ...both]);
    expect(await usesOf(id)).to.deep.include({ total: 2 });
    await use().admin('PUT', '/api/posts/shared', { shareImage: '' });
    await save('shared', { shareImage: url });
    expect(await uses(id)).to.deep.equal([{ id: 'shared', title: 'A post', where: 'workingCopy' }, ...both]);
    for (const one of ['shared', 'both-images']) await use().admin('DELETE', `/api/posts/${one}`);
    expect(await uses(id)).to.deep.equal([]);
  });

  it('are pictures and links of authors, pictures of tags and categories, and the imprint', async () => {
    const url = 'https://x.example/face.png';
    const id = await add(url);
    const unused = async () => {
      const { media } = (await use().admin('GET', '/api/media?unused=1&pageSize=100')).body;
      return media.some((one: { id: string }) => one.id === id);
    };
    expect(await unused()).to.equal(true);
    const links = [{ label: 'Portrait', url }];
    await use().admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada', picture: url });
    await use().admin('POST', '/api/admin/authors', { id: 'bea', name: 'Bea', links });
    await use().admin('POST', '/api/admin/authors', { id: 'cea', name: 'Cea', picture: `${url}x` });
    for (const [kind, name] of [
      ['tag', 'sea'],
      ['category', 'Travel'],
    ] as const) {
      await write(use(), { id: name.toLowerCase(), tags: ['sea'], category: 'Travel' });
      const { status } = await use().admin('PUT', `/api/admin/names/${kind}/${name}`, { picture: url });
      expect(status).to.equal(200);
    }
    await use().admin('PUT', '/api/admin/settings', { imprintUrl: url });
    expect(await usesOf(id)).to.deep.include({
      authors: [
        { id: 'ada', name: 'Ada' },
        { id: 'bea', name: 'Bea' },
      ],
      names: [
        { kind: 'category', name: 'Travel' },
        { kind: 'tag', name: 'sea' },
      ],
      settings: ['imprintUrl'],
      total: 0,
    });
    expect(await unused()).to.equal(false);
    await use().admin('PUT', '/api/admin/settings', { imprintUrl: '' });
    for (const author of ['ada', 'bea', 'cea']) await use().admin('DELETE', `/api/admin/authors/${author}`);
    for (const name of ['tag/sea', 'category/Travel'])
      await use().admin('PUT', `/api/admin/names/${name}`, { picture: '' });
    expect(await usesOf(id)).to.deep.include({ authors: [], names: [], settings: [] });
    expect(await unused()).to.equal(true);
  });

  it('are case-sensitive, and whole URLs', async () => {
    const id = await add('https://x.example/Case_%25.png');
    const texts = [
      'case_%25.png',
      'CaseXY.png',
      'Case_%25.png?a',
      'Case_%25.png.webp',
      '#https://x.example/Case_%25.png',
    ];
    await write(use(), { content: texts.map((text) => `https://x.example/${text} `).join('') });
    expect(await uses(id)).to.deep.equal([]);
  });

  it('are not found in the text of a protected post, only in its cover', async () => {
    const url = 'https://x.example/secret.png';
    const id = await add(url);
    await write(use(), { id: 'locked', content: `![a](${url})`, cover: url, protected: true, password: 'open sesame' });
    expect(await usesOf(id)).to.deep.include({ encryptedPosts: 1, total: 1 });
    expect(await uses(id)).to.deep.equal([{ id: 'locked', title: 'A post', where: 'cover' }]);
  });

  itOnce('are rejected for unknown records, and for visitors', async () => {
    expectRefusal(await use().admin('GET', '/api/media/m-none/uses'), 404, 'NOT_FOUND');
    expectRefusal(await use().call('GET', '/api/media/m-none/uses'), 401, 'UNAUTHORIZED');
  });

  // docs/interface.md, M16
  it('are missing: the list has a filter for it', async () => {
    const unused = async (query = '') => {
      const { status, body } = await use().admin('GET', `/api/media?unused=1${query}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.include({ total: body.media.length, pendingPosts: 0 });
      return body.media.map(({ name }: { name: string }) => name);
    };
    const before = await unused();
    expect(before).to.not.include('a_b%20.png');
    await add('https://x.example/d/unused.mp3');
    expect(await unused()).to.deep.equal(['unused.mp3', ...before]);
    expect(await unused('&kind=audio&search=UNUSED')).to.deep.equal(['unused.mp3']);
    await write(use(), { content: '<audio src="//x.example/d/unused.mp3"></audio>' });
    expect(await unused()).to.deep.equal(before);
    expect((await use().admin('GET', '/api/media?unused=0&pageSize=100')).body).to.not.have.property('pendingPosts');
    expectRefusedField(await use().admin('GET', '/api/media?unused=yes'), 'unused');
  });
});

describeVisited.onBothEngines('media: search and changes', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const list = async (query: string) => {
    const { status, body } = await use().admin('GET', `/api/media?${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body;
  };
  const names = async (query: string) => (await list(query)).media.map(({ name }: { name: string }) => name);

  before(async () => {
    for (const media of [
      { url: 'https://x.example/1.png', name: 'Ärger', alt: 'A boat' },
      { url: 'https://x.example/2.mp3', name: 'Song', alt: '' },
      { url: 'https://x.example/Boats/3.jpg', name: 'Harbour', alt: '100%_sure' },
    ]) {
      await use().admin('POST', '/api/media', media);
    }
  });

  // docs/interface.md, M5
  it('finds a part of name, alternative text or URL, in any case', async () => {
    expect(await names('search=BOAT')).to.deep.equal(['Harbour', 'Ärger']);
    expect(await names(`search=${encodeURIComponent('äRG')}`)).to.deep.equal(['Ärger']);
    expect(await names(`search=${encodeURIComponent('%_')}`)).to.deep.equal(['Harbour']);
    expect(await names('search=songhttps')).to.deep.equal([]);
    expect(await list('search=boat&pageSize=1&page=2')).to.include({ total: 2, page: 2, pageSize: 1 });
    expect(await names('search=boat&pageSize=1&page=2')).to.deep.equal(['Ärger']);
    expect(await names('search=boat&page=9007199254740991&pageSize=100')).to.deep.equal([]);
  });

  // docs/interface.md, M5, M15
  it('finds an upload by the URL of responses, and by that of texts', async () => {
    const { id, url } = await uploaded(use(), await picture(30, 20, 11).png().toBuffer(), 'quay.png');
    for (const part of [url, new URL(url).pathname]) {
      expect(await names(`search=${encodeURIComponent(part)}`), part).to.deep.equal(['quay.png']);
    }
    await use().admin('DELETE', `/api/media/${id}`);
  });

  it('finds a kind', async () => {
    expect(await names('kind=image')).to.deep.equal(['Harbour', 'Ärger']);
    expect(await list('kind=audio')).to.include({ total: 1 });
    expect(await names('kind=image&search=harbour')).to.deep.equal(['Harbour']);
    expect(await names('kind=')).to.have.length(3);
    expectRefusedField(await use().admin('GET', '/api/media?kind=picture'), 'kind');
  });

  it('changes name and alternative text, and keeps omitted fields', async () => {
    const { media } = (await list('search=song')) as { media: [Record<string, string>] };
    const [song] = media;
    const put = (fields: unknown) => use().admin('PUT', `/api/media/${song.id}`, fields);
    expect((await put({ name: ' New\tname ' })).body).to.deep.equal({ ok: true, media: { ...song, name: 'New name' } });
    expect((await put({ alt: 'A song' })).body.media).to.deep.equal({ ...song, name: 'New name', alt: 'A song' });
    expect((await put({ url: 'https://evil.example', kind: 'file' })).body.media).to.include({ url: song.url });
    expect((await list('search=new+name')).media).to.deep.equal([{ ...song, name: 'New name', alt: 'A song' }]);
    expectRefusedField(await put({ name: 'x'.repeat(201) }), 'name');
    expectRefusedField(await put({ alt: null }), 'alt');
  });

  itOnce('rejects changes of unknown links, and by visitors', async () => {
    expectRefusal(await use().admin('PUT', '/api/media/m-none', { name: 'x' }), 404, 'NOT_FOUND');
    expectRefusal(await use().call('PUT', '/api/media/m-none', { body: { name: 'x' } }), 401, 'UNAUTHORIZED');
  });
});
