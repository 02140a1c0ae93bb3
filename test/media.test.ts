import { expect } from 'chai';

import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('media', (use) => {
  const add = (fields: unknown) => use().admin('POST', '/api/media', fields);

  // docs/interface.md, M1
  it('adds a link: 201, with Location', async () => {
    const { status, headers, body } = await add({ url: 'https://x.example/a.png', name: 'A', alt: 'A picture' });
    expect(status).to.equal(201);
    const media = {
      id: body.media.id,
      url: 'https://x.example/a.png',
      name: 'A',
      alt: 'A picture',
      kind: 'image',
      createdAt: new Date(use().clock.now()).toISOString(),
    };
    expect(body).to.deep.equal({ ok: true, media });
    expect(headers.get('location')).to.equal(`/api/media/${media.id}`);
  });

  const kinds: [url: string, kind: string, name: string][] = [
    ['http://x.example/p/Photo.JPEG?size=2#x', 'image', 'Photo.JPEG'],
    ['https://x.example/film.mp4', 'video', 'film.mp4'],
    ['https://x.example/sound.mp3', 'audio', 'sound.mp3'],
    ['https://x.example/paper.pdf', 'file', 'paper.pdf'],
    ['https://x.example/a/h%C3%A4fen%20%E2%80%AE.png', 'image', 'häfen .png'],
    ['https://x.example/a/%ff.png', 'image', '%ff.png'],
    ['https://x.example/', 'file', 'x.example'],
    ['HTTPS://x.example/?a=b.png', 'file', 'x.example'],
  ];
  for (const [url, kind, name] of kinds) {
    // docs/interface.md, M3, M4
    it(`recognizes ${url} as ${kind}, and names it ${name}`, async () => {
      expect((await add({ url })).body.media).to.include({ url, kind, name, alt: '' });
    });
  }

  const refused = [
    'data:image/png;base64,iVBORw0KGgo=',
    ' DATA:image/png;base64,AAAA',
    'javascript:alert(1)',
    'ftp://x.example/a.png',
    'blob:https://x.example/1',
    'file:///etc/passwd',
    '//x.example/a.png',
    '/a.png',
    'a.png',
    'https://',
    'https://x.example/a b.png',
    'java\nscript:alert(1)',
    `https://x.example/${'x'.repeat(1983)}`,
    'https://x.example/\ud800',
    'https://x.example/\u0000',
    '',
    null,
    undefined,
    5,
  ];
  for (const url of refused) {
    it(`rejects ${JSON.stringify(url)?.slice(0, 40)}`, async () => {
      const { status, body } = await add({ url });
      expect({ status, code: body.code, path: body.issues[0].path }).to.deep.equal({
        status: 400,
        code: 'BAD_REQUEST',
        path: 'url',
      });
    });
  }

  it('accepts a URL of 2,000 characters', async () => {
    const url = `https://x.example/${'x'.repeat(1982)}`;
    expect((await add({ url })).body.media.url).to.equal(url);
  });

  // docs/interface.md, M5
  it('lists the newest first, in pages, and limits pageSize to 100', async () => {
    const first = (await add({ url: 'https://x.example/1.png' })).body.media;
    const second = (await add({ url: 'https://x.example/2.png' })).body.media;
    const { body } = await use().admin('GET', '/api/media?pageSize=2');
    expect(body.media).to.deep.equal([
      { ...second, focus: null },
      { ...first, focus: null },
    ]);
    expect(body).to.have.all.keys('ok', 'media', 'total', 'page', 'pageSize');
    expect((await use().admin('GET', '/api/media?pageSize=1&page=2')).body.media).to.deep.equal([
      { ...first, focus: null },
    ]);
    expect((await use().admin('GET', '/api/media?pageSize=101')).body.pageSize).to.equal(100);
  });

  it('returns an empty page past the end, however far', async () => {
    for (const page of ['999', '2147483648', '9007199254740991', '9'.repeat(40)]) {
      const { status, body } = await use().admin('GET', `/api/media?pageSize=100&page=${page}`);
      expect({ status, media: body.media }, page).to.deep.equal({ status: 200, media: [] });
    }
  });

  it('rejects invalid pages', async () => {
    for (const query of ['page=0', 'page=1e1', 'pageSize=0', 'pageSize=+5', 'page=1&page=2']) {
      expect((await use().admin('GET', `/api/media?${query}`)).status, query).to.equal(400);
    }
  });

  it('deletes once, and then answers 404', async () => {
    const { id } = (await add({ url: 'https://x.example/gone.png' })).body.media;
    const removed = await use().admin('DELETE', `/api/media/${id}`);
    expect({ status: removed.status, body: removed.body }).to.deep.equal({ status: 200, body: { ok: true, id } });
    for (const path of [id, 'nobody', '%00', 'x'.repeat(300)]) {
      const { status, body } = await use().admin('DELETE', `/api/media/${path}`);
      expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'NOT_FOUND' });
    }
  });
});
