import { expect } from 'chai';

import { change, read, rowOf, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('posts: changes', (use) => {
  it('changes the fields that are sent and keeps the others', async () => {
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

  // docs/interface.md, P8
  it('keeps version and updated_at when nothing changes, also with an empty body', async () => {
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
    ['a scheduled post', { publishAt: '2026-03-02T08:00:00+05:30' }],
    ['a protected post', { content: 'secret', password: 'open sesame', excerpt: 'hint' }],
  ];
  for (const [what, fields] of roundTrips) {
    it(`accepts ${what} unchanged as it was read`, async () => {
      const id = await write(use(), fields);
      const [post, row] = [await read(use(), id), await rowOf(use(), id)];
      use().clock.advance(1000);
      const { body } = await change(use(), id, post);
      expect(body).to.deep.equal({ ok: true, id, version: post.version });
      expect(await rowOf(use(), id)).to.deep.equal(row);
    });
  }

  // docs/interface.md, P8
  it('never reuses a version, and versions grow over all posts', async () => {
    const seen: number[] = [];
    for (const title of ['one', 'two']) {
      const id = await write(use(), { title });
      seen.push((await read(use(), id)).version, (await change(use(), id, { content: 'x' })).body.version);
      await use().admin('DELETE', `/api/posts/${id}`);
      seen.push((await read(use(), await write(use(), { title }))).version);
    }
    expect(seen).to.deep.equal([...new Set(seen)].sort((a, b) => a - b));
  });

  // docs/interface.md, P10
  it('answers 404 for an unknown id, for PUT and DELETE', async () => {
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
