import { expect } from 'chai';

import { change, empty, expectRefusedField, read, write } from './support/posts.ts';
import { take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

const EMOJI = '😀';

describeVisited('posts: input', (use) => {
  it('gives every field its default', async () => {
    const id = await write(use(), { title: 'Only a title' });
    const { version, ...post } = await read(use(), id);
    expect(version).to.be.a('number').above(0);
    expect(post).to.deep.equal({
      ...empty,
      id: 'only-a-title',
      title: 'Only a title',
      enc: null,
      views: 0,
      likes: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('answers a new post with its id and the Location header', async () => {
    const { status, headers, body } = await use().admin('POST', '/api/posts', { title: 'Où', id: 'où' });
    expect({ status, body }).to.deep.equal({ status: 201, body: { ok: true, id: 'où' } });
    expect(headers.get('location')).to.equal('/api/posts/o%C3%B9');
    expect((await use().call('GET', headers.get('location') ?? '')).body.post.title).to.equal('Où');
  });

  const caps: [field: string, longest: unknown, tooLong: unknown][] = [
    ['title', EMOJI.repeat(200), EMOJI.repeat(201)],
    ['excerpt', EMOJI.repeat(500), EMOJI.repeat(501)],
    ['category', EMOJI.repeat(50), EMOJI.repeat(51)],
    ['content', EMOJI.repeat(1_000_000), 'x'.repeat(1_000_001)],
    ['cover', `/${'x'.repeat(1999)}`, `/${'x'.repeat(2000)}`],
    ['tags', [EMOJI.repeat(50)], [EMOJI.repeat(51)]],
    ['tags', fifty('tag'), [...fifty('tag'), 'one more']],
  ];
  for (const [field, longest, tooLong] of caps) {
    it(`accepts the longest ${field} (${sizeOf(longest)}), in code points, and rejects one more`, async () => {
      const id = await write(use(), { [field]: longest });
      expect(await read(use(), id)).to.have.deep.property(field, longest);
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', [field]: tooLong }), field);
      expectRefusedField(await change(use(), id, { [field]: tooLong }), field);
    });
  }

  const wrong: [field: string, ...values: unknown[]][] = [
    ['title', '', '   ', '\u0000\u202e', 5, null, ['x']],
    ['content', 5, null, {}],
    ['tags', 'a', null, [''], ['  '], [5], { 0: 'a' }],
    ['pinned', 'true', 2, null, '1'],
    ['protected', 'false', -1, null],
    ['status', 'scheduled', 'Published', '', null],
    [
      'cover',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'ftp://x/y.png',
      'JAVASCRIPT:x',
      '\\\\evil/x',
      'a b',
    ],
    ['date', '0000-01-01', '0000-12-31', '10000-01-01', '2026-02-30', '2026-1-1', ''],
    ['password', 'abc', 'x'.repeat(201), 12345],
    ['id', 5, 'a b', 'a/b', '..', 'a.b', 'a_b', 'x'.repeat(81)],
  ];
  for (const [field, ...values] of wrong) {
    it(`rejects an invalid ${field}: ${values.map((value) => JSON.stringify(value).slice(0, 24)).join(' ')}`, async () => {
      for (const value of values) {
        const answer = await use().admin('POST', '/api/posts', { title: 'x', [field]: value });
        expectRefusedField(answer, field);
      }
    });
  }

  it('requires a title', async () => {
    expectRefusedField(await use().admin('POST', '/api/posts', { content: 'x' }), 'title');
    expectRefusedField(await use().admin('POST', '/api/posts'), 'title');
  });

  for (const date of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    '',
    'today',
    20260101,
  ]) {
    it(`rejects ${JSON.stringify(date)} as a date`, async () => {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', date }), 'date');
    });
  }

  // docs/interface.md, P4
  it('accepts any real date, and keeps it when an update has none', async () => {
    const id = await write(use(), { date: '2024-02-29' });
    await change(use(), id, { title: 'Later' });
    expect((await read(use(), id)).date).to.equal('2024-02-29');
    await change(use(), id, { date: '1999-12-31' });
    expect((await read(use(), id)).date).to.equal('1999-12-31');
  });

  it('dates a new post today in UTC', async () => {
    const { clock } = use();
    clock.advance(12 * 3_600_000 - 1);
    expect((await read(use(), await write(use(), {}))).date).to.equal('2026-03-01');
    clock.advance(1);
    expect((await read(use(), await write(use(), {}))).date).to.equal('2026-03-02');
  });

  for (const cover of ['http://x.example/a.png', 'https://x.example/ü.png', '/pictures/a.png', 'pictures/a.png', '']) {
    it(`accepts ${JSON.stringify(cover)} as a cover`, async () => {
      expect((await read(use(), await write(use(), { cover }))).cover).to.equal(cover);
    });
  }

  // docs/interface.md, P6
  it('rejects a cover that is neither an http or https URL nor a path, unless the post has it already', async () => {
    const id = await write(use(), { cover: '/a.png' });
    for (const cover of ['//x.example/a.png', '///a', '?a', '#a', 'https:a', 'HTTPS:/a', 'http:///a', 'data:,']) {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', cover }), 'cover');
      expectRefusedField(await change(use(), id, { cover }), 'cover');
    }
    const cover = '//x.example/a.png';
    await use().database.kysely.updateTable('posts').set({ cover }).where('slug', '=', id).execute();
    const before = await read(use(), id);
    expect(before.cover).to.equal(cover);
    expect((await change(use(), id, before)).status).to.equal(200);
    expect(await read(use(), id)).to.deep.equal(before);
    // An import of another system's posts loses none of them for its cover.
    const [imported] = await take(use(), [{ sourceKey: 'cover.md', title: 'Cover', cover }]);
    expect(imported).to.include({ outcome: 'new' });
  });

  // docs/interface.md, P7
  it('cleans title, excerpt, category and tags: control characters, overrides, line ends, spaces, NFC', async () => {
    const dirty = '\t a\u0000\u0007\u202eb\u2066 e\u0301\ud800 \r\n';
    const id = await write(use(), { title: dirty, category: dirty, tags: [dirty, 'x'], excerpt: `${dirty}c\r\nd` });
    expect(await read(use(), id)).to.deep.include({
      title: 'ab é',
      category: 'ab é',
      tags: ['ab é', 'x'],
      excerpt: 'ab é \nc\nd',
    });
  });

  it('removes duplicate tags after cleaning and keeps their order', async () => {
    const id = await write(use(), { tags: [' b ', 'a', 'b', 'A', 'a\u0000'] });
    expect((await read(use(), id)).tags).to.deep.equal(['b', 'a', 'A']);
    expect((await read(use(), await write(use(), { tags: [...fifty('t'), 't1', 't2'] }))).tags).to.have.length(50);
  });

  it('keeps content unchanged, except NUL and lone surrogates', async () => {
    const id = await write(use(), { content: '\ufeff a\tb\r\n\u0000c\ud800d\udc00 \u202e\n' });
    expect((await read(use(), id)).content).to.equal('\ufeff a\tb\r\ncd \u202e\n');
  });

  it('accepts 0, 1, true and false for pinned and returns 0 and 1', async () => {
    for (const [sent, shown] of [
      [true, 1],
      [1, 1],
      [false, 0],
      [0, 0],
    ] as const) {
      expect((await read(use(), await write(use(), { pinned: sent }))).pinned).to.equal(shown);
    }
  });

  // docs/interface.md, W13
  it('ignores unknown fields and those that only the server sets', async () => {
    const before = await read(use(), await write(use(), {}));
    const given = {
      created_at: '1999-01-01T00:00:00.000Z',
      updated_at: 'x',
      views: 7,
      likes: 7,
      version: 1,
      enc: {},
      nonsense: 1,
    };
    const id = await write(use(), given);
    const post = await read(use(), id);
    expect(post).to.include({ views: 0, likes: 0, enc: null });
    expect(post.version).to.be.above(before.version);
    expect(post.created_at).to.not.equal(given.created_at);
    expect((await change(use(), id, given)).body).to.deep.equal({ ok: true, id, version: post.version });
  });

  it('treats null and "" for password and id as absent', async () => {
    for (const none of [null, '']) {
      const post = await read(
        use(),
        await write(use(), { title: 'None given', password: none, id: none, content: 'x' }),
      );
      expect(post).to.include({ protected: 0, content: 'x' });
      expect(post.id).to.match(/^none-given(-2)?$/);
    }
  });
});

function fifty(stem: string): string[] {
  return Array.from({ length: 50 }, (_, number) => `${stem}${number}`);
}

function sizeOf(value: unknown): string {
  if (Array.isArray(value) && value.length > 1) return `${value.length} of them`;
  return `${[...String(value)].length} characters`;
}
