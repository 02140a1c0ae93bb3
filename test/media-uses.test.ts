import { expect } from 'chai';

import { expectRefusal } from './support/comments.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, M6
describeVisited.onBothEngines('media: where they are shown', (use) => {
  const URL = 'https://x.example/a_b%20.png';
  const add = async (url: string) => (await use().admin('POST', '/api/media', { url })).body.media.id as string;
  const uses = async (id: string) => {
    const { status, body } = await use().admin('GET', `/api/media/${id}/uses`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.posts;
  };

  it('is in texts and as covers, drafts included, the newest post first', async () => {
    const id = await add(URL);
    expect(await uses(id)).to.deep.equal([]);
    const text = `Before ![a](${URL}) after`;
    await write(use(), { id: 'old', title: 'Old & "one"', content: text, date: '2026-01-01' });
    await write(use(), { id: 'both', title: 'Both', content: text, cover: URL, date: '2026-01-03' });
    await write(use(), { id: 'draft', title: 'Draft', cover: URL, status: 'draft', date: '2026-01-02' });
    await write(use(), { id: 'other', title: 'Other', content: 'https://x.example/a.png', cover: `${URL}x` });
    expect(await uses(id)).to.deep.equal([
      { id: 'both', title: 'Both', where: 'cover' },
      { id: 'both', title: 'Both', where: 'content' },
      { id: 'draft', title: 'Draft', where: 'cover' },
      { id: 'old', title: 'Old & "one"', where: 'content' },
    ]);
  });

  it('heeds upper and lower case, and takes wildcards for what they are', async () => {
    const id = await add('https://x.example/Case_%.png');
    await write(use(), { content: 'https://x.example/case_%.png and https://x.example/CaseXY.png' });
    expect(await uses(id)).to.deep.equal([]);
  });

  it('is not known of the text of a protected post, only of its cover', async () => {
    const url = 'https://x.example/secret.png';
    const id = await add(url);
    await write(use(), { id: 'locked', content: `![a](${url})`, cover: url, protected: true, password: 'open sesame' });
    expect(await uses(id)).to.deep.equal([{ id: 'locked', title: 'A post', where: 'cover' }]);
  });

  it('is refused of a link that there is not, and to visitors', async () => {
    expectRefusal(await use().admin('GET', '/api/media/m-none/uses'), 404, 'NOT_FOUND');
    expectRefusal(await use().call('GET', '/api/media/m-none/uses'), 401, 'UNAUTHORIZED');
  });
});

describeVisited.onBothEngines('media: looking for them, and changing them', (use) => {
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
  it('finds a part of name, alternative text or address, whatever the case', async () => {
    expect(await names('search=BOAT')).to.deep.equal(['Harbour', 'Ärger']);
    expect(await names(`search=${encodeURIComponent('äRG')}`)).to.deep.equal(['Ärger']);
    expect(await names(`search=${encodeURIComponent('%_')}`)).to.deep.equal(['Harbour']);
    expect(await names('search=songhttps')).to.deep.equal([]);
    expect(await list('search=boat&pageSize=1&page=2')).to.include({ total: 2, page: 2, pageSize: 1 });
    expect(await names('search=boat&pageSize=1&page=2')).to.deep.equal(['Ärger']);
    expect(await names('search=boat&page=9007199254740991&pageSize=100')).to.deep.equal([]);
  });

  it('finds a kind', async () => {
    expect(await names('kind=image')).to.deep.equal(['Harbour', 'Ärger']);
    expect(await list('kind=audio')).to.include({ total: 1 });
    expect(await names('kind=image&search=harbour')).to.deep.equal(['Harbour']);
    expect(await names('kind=')).to.have.length(3);
    expectRefusedField(await use().admin('GET', '/api/media?kind=picture'), 'kind');
  });

  it('changes name and alternative text, and leaves what is left out', async () => {
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

  it('refuses to change a link that there is not, and visitors', async () => {
    expectRefusal(await use().admin('PUT', '/api/media/m-none', { name: 'x' }), 404, 'NOT_FOUND');
    expectRefusal(await use().call('PUT', '/api/media/m-none', { body: { name: 'x' } }), 401, 'UNAUTHORIZED');
  });
});
