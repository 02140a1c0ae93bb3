import { expect } from 'chai';

import { change, expectRefusedField, read, rowOf, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const EMOJI = '😀';

describeVisited('posts: what a writer sends', (use) => {
  it('gives every field its default', async () => {
    const id = await write(use(), { title: 'Only a title' });
    const { version, ...post } = await read(use(), id);
    expect(version).to.be.a('number').above(0);
    expect(post).to.deep.equal({
      id: 'only-a-title',
      title: 'Only a title',
      date: '2026-03-01',
      excerpt: '',
      cover: '',
      pinned: 0,
      protected: 0,
      tags: [],
      category: '',
      status: 'published',
      content: '',
      enc: null,
      views: 0,
      likes: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
  });

  it('answers a new post with its id alone and leads to it by Location', async () => {
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
    it(`takes the longest ${field} (${sizeOf(longest)}), by code points, and refuses one more`, async () => {
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
    ['password', 'abc', 'x'.repeat(201), 12345],
    ['id', 5, 'a b', 'a/b', '..', 'a.b', 'a_b', 'x'.repeat(81)],
  ];
  for (const [field, ...values] of wrong) {
    it(`refuses a ${field} of the wrong form: ${values.map((value) => JSON.stringify(value).slice(0, 24)).join(' ')}`, async () => {
      for (const value of values) {
        const answer = await use().admin('POST', '/api/posts', { title: 'x', [field]: value });
        expectRefusedField(answer, field);
      }
    });
  }

  it('wants a title', async () => {
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
    it(`refuses ${JSON.stringify(date)} as a date`, async () => {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', date }), 'date');
    });
  }

  it('takes any real day as a date, and keeps it when a PUT has none', async () => {
    const id = await write(use(), { date: '2024-02-29' });
    await change(use(), id, { title: 'Later' });
    expect((await read(use(), id)).date).to.equal('2024-02-29');
    await change(use(), id, { date: '1999-12-31' });
    expect((await read(use(), id)).date).to.equal('1999-12-31');
  });

  it('dates a new post with today in UTC', async () => {
    const { clock } = use();
    clock.advance(12 * 3_600_000 - 1);
    expect((await read(use(), await write(use(), {}))).date).to.equal('2026-03-01');
    clock.advance(1);
    expect((await read(use(), await write(use(), {}))).date).to.equal('2026-03-02');
  });

  for (const cover of ['http://x.example/a.png', 'https://x.example/ü.png', '/pictures/a.png', 'pictures/a.png', '']) {
    it(`takes ${JSON.stringify(cover)} as a cover`, async () => {
      expect((await read(use(), await write(use(), { cover }))).cover).to.equal(cover);
    });
  }

  it('cleans title, excerpt, category and tags: control signs, overrides, line ends, spaces, NFC', async () => {
    const dirty = '\t a\u0000\u0007\u202eb\u2066 e\u0301\ud800 \r\n';
    const id = await write(use(), { title: dirty, category: dirty, tags: [dirty, 'x'], excerpt: `${dirty}c\r\nd` });
    expect(await read(use(), id)).to.deep.include({
      title: 'ab é',
      category: 'ab é',
      tags: ['ab é', 'x'],
      excerpt: 'ab é \nc\nd',
    });
  });

  it('drops tags that come twice after cleaning and keeps their order', async () => {
    const id = await write(use(), { tags: [' b ', 'a', 'b', 'A', 'a\u0000'] });
    expect((await read(use(), id)).tags).to.deep.equal(['b', 'a', 'A']);
    expect((await read(use(), await write(use(), { tags: [...fifty('t'), 't1', 't2'] }))).tags).to.have.length(50);
  });

  it('keeps content as it came, NUL and lone surrogates aside', async () => {
    const id = await write(use(), { content: '\ufeff a\tb\r\n\u0000c\ud800d\udc00 \u202e\n' });
    expect((await read(use(), id)).content).to.equal('\ufeff a\tb\r\ncd \u202e\n');
  });

  it('takes 0, 1, true and false for pinned and answers 0 and 1', async () => {
    for (const [sent, shown] of [
      [true, 1],
      [1, 1],
      [false, 0],
      [0, 0],
    ] as const) {
      expect((await read(use(), await write(use(), { pinned: sent }))).pinned).to.equal(shown);
    }
  });

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

  it('takes null and "" for password and id as absent', async () => {
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

describeVisited('posts: changes', (use) => {
  it('changes the fields that are sent and leaves the others', async () => {
    const { clock } = use();
    const all = {
      title: 'T',
      content: 'c',
      excerpt: 'e',
      cover: '/c',
      tags: ['t'],
      category: 'k',
      pinned: true,
      date: '2025-01-01',
    };
    const id = await write(use(), all);
    const changes = {
      title: 'T2',
      content: 'c2',
      excerpt: 'e2',
      cover: '/c2',
      tags: ['t2'],
      category: 'k2',
      pinned: 0,
      status: 'draft',
      date: '2025-02-02',
    };
    for (const [field, value] of Object.entries(changes)) {
      const before = await read(use(), id);
      clock.advance(1000);
      const { body } = await change(use(), id, { [field]: value });
      expect(body).to.have.all.keys('ok', 'id', 'version');
      const updated_at = new Date(clock.now()).toISOString();
      expect(await read(use(), id), field).to.deep.equal({
        ...before,
        [field]: value,
        version: body.version,
        updated_at,
      });
      expect(body.version).to.be.above(before.version);
    }
  });

  it('leaves version and updated_at when nothing changes, with an empty body as well', async () => {
    const { clock, admin } = use();
    const id = await write(use(), { title: 'Still', tags: ['a'], content: 'x' });
    const before = await read(use(), id);
    clock.advance(1000);
    for (const same of [{}, undefined, { title: ' Still ' }, { tags: ['a', 'a '] }, { pinned: false, content: 'x' }]) {
      const { status, body } = await admin('PUT', `/api/posts/${id}`, same);
      expect({ status, body }).to.deep.equal({ status: 200, body: { ok: true, id, version: before.version } });
    }
    expect(await read(use(), id)).to.deep.equal(before);
  });

  const roundTrips: [what: string, fields: Record<string, unknown>][] = [
    ['a plain post', { content: '# Hi\n\n*there* &amp; <b>x</b>', tags: ['b', 'a'], cover: '/x', category: 'k' }],
    ['a post with an excerpt of its own', { content: 'x', excerpt: 'two\nlines' }],
    ['a long post', { content: `${'wörd '.repeat(100)}\u00a0\u3000` }],
    ['a text without spaces', { content: 'e\u0301'.repeat(300) }],
    ['a draft', { status: 'draft', pinned: 1, title: '😀' }],
    ['a protected post', { content: 'secret', password: 'open sesame', excerpt: 'hint' }],
  ];
  for (const [what, fields] of roundTrips) {
    it(`takes ${what} back whole as it was read, and nothing changes`, async () => {
      const id = await write(use(), fields);
      const [post, row] = [await read(use(), id), await rowOf(use(), id)];
      use().clock.advance(1000);
      const { body } = await change(use(), id, post);
      expect(body).to.deep.equal({ ok: true, id, version: post.version });
      expect(await rowOf(use(), id)).to.deep.equal(row);
    });
  }

  it('never uses a version twice, and versions grow over all posts', async () => {
    const seen: number[] = [];
    for (const title of ['one', 'two']) {
      const id = await write(use(), { title });
      seen.push((await read(use(), id)).version, (await change(use(), id, { content: 'x' })).body.version);
      await use().admin('DELETE', `/api/posts/${id}`);
      seen.push((await read(use(), await write(use(), { title }))).version);
    }
    expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));
  });

  it('answers 404 for an unknown id, to PUT and DELETE', async () => {
    for (const [method, id] of [
      ['PUT', 'nobody'],
      ['DELETE', 'nobody'],
      ['PUT', 'gb-note'],
      ['DELETE', '%00'],
      ['PUT', '..%2f'],
    ]) {
      const { status, body } = await use().admin(
        method!,
        `/api/posts/${id}`,
        method === 'PUT' ? { title: 'x' } : undefined,
      );
      expect(status).to.equal(404);
      expect(body).to.include({ ok: false, code: 'NOT_FOUND' });
    }
  });
});

describeVisited('posts: excerpts', (use) => {
  it('makes one from the plain text of the content, again when the content changes', async () => {
    const id = await write(use(), { content: '# Head\n\n[link](http://x) *and* `code`' });
    expect((await read(use(), id)).excerpt).to.equal('Head link and code');
    await change(use(), id, { content: 'New text' });
    expect((await read(use(), id)).excerpt).to.equal('New text');
  });

  it('makes at most 200 characters', async () => {
    const { excerpt } = await read(use(), await write(use(), { content: `${EMOJI}${' word'.repeat(100)}` }));
    expect([...excerpt].length).to.be.within(150, 200);
  });

  it('keeps one that was given, also an empty one', async () => {
    for (const excerpt of ['mine', '']) {
      const id = await write(use(), { content: 'text', excerpt });
      await change(use(), id, { content: 'other text' });
      expect((await read(use(), id)).excerpt).to.equal(excerpt);
    }
  });

  it('makes none for a protected post, but keeps one that was given', async () => {
    const password = 'open sesame';
    expect((await read(use(), await write(use(), { content: 'text', password }))).excerpt).to.equal('');
    expect((await read(use(), await write(use(), { content: 'text', password, excerpt: 'hint' }))).excerpt).to.equal(
      'hint',
    );
  });
});

function fifty(stem: string): string[] {
  return Array.from({ length: 50 }, (_, number) => `${stem}${number}`);
}

function sizeOf(value: unknown): string {
  if (Array.isArray(value) && value.length > 1) return `${value.length} of them`;
  return `${[...String(value)].length} characters`;
}
