import { expect } from 'chai';

import type { PostDetail, PostSummary } from '../../routers/posts/answers.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import { change, expectRefusedField, read, write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const full = {
  id: 'full',
  title: 'Full',
  date: '2026-02-03',
  content: '# Heading',
  excerpt: 'Short',
  cover: 'https://pictures.example/a.jpg',
  pinned: true,
  tags: ['one', 'two'],
  category: 'things',
};
const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The fields of posts: docs/interface.md, "Fields" of posts, P18, P24 */
describeVisited('contract: post summary', (use) => {
  let summary: PostSummary;
  before(async () => {
    await write(use(), full);
    [summary] = (await use().call('GET', '/api/posts')).body.posts as [PostSummary];
  });

  const rows: [string, unknown][] = [
    ['id: string, slug identifier of the post', 'full'],
    ['title: string', 'Full'],
    ['date: string, YYYY-MM-DD', '2026-02-03'],
    ['excerpt: string, short summary', 'Short'],
    ['cover: string, cover image URL', 'https://pictures.example/a.jpg'],
    ['pinned: number, 0 or 1', 1],
    ['protected: number, 0 or 1', 0],
    ['tags: array of string', ['one', 'two']],
    ['category: string', 'things'],
    ['status: string, published or draft', 'published'],
  ];
  for (const [row, value] of rows) {
    it(row, () => expect(summary[nameIn(row) as keyof PostSummary]).to.deep.equal(value));
  }

  it('has no other fields', () => {
    expect(Object.keys(summary)).to.have.members(['id', ...fieldsWith('shownIn', 'lists'), 'version', 'updated_at']);
  });
});

describeVisited('contract: post detail', (use) => {
  let post: PostDetail;
  let locked: PostDetail;
  before(async () => {
    await write(use(), full);
    await write(use(), { id: 'locked', content: 'Secret', password: 'open sesame', status: 'draft' });
    post = await read(use(), 'full');
    locked = await read(use(), 'locked');
  });

  it('id: string, slug', () => expect(post.id).to.equal('full'));
  it('title: string', () => expect(post.title).to.equal('Full'));
  it('content: string, Markdown body', () => expect(post.content).to.equal('# Heading'));
  it('content: empty when the post is encrypted', () => expect(locked.content).to.equal(''));
  it('enc: null when the post is not encrypted', () => expect(post.enc).to.equal(null));
  it('enc: otherwise an object with the string fields salt, iv, data', () => {
    expect(locked.enc).to.have.all.keys('salt', 'iv', 'data');
    for (const part of Object.values(locked.enc ?? {})) expect(part).to.be.a('string').and.to.not.equal('');
  });
  it('tags: array of string', () => expect(post.tags).to.deep.equal(['one', 'two']));
  it('category: string', () => expect(post.category).to.equal('things'));
  it('status: string, published or draft', () => {
    expect([post.status, locked.status]).to.deep.equal(['published', 'draft']);
  });
  it('created_at: string, ISO 8601 UTC timestamp', () => expect(post.created_at).to.match(ISO_UTC));
  it('updated_at: string, ISO 8601 UTC timestamp', () => expect(post.updated_at).to.match(ISO_UTC));
  it('also carries date, excerpt, cover, pinned, protected, version, views, likes', () => {
    expect(post).to.include({ date: '2026-02-03', excerpt: 'Short', pinned: 1, protected: 0, views: 0, likes: 0 });
    expect(post.cover).to.equal(full.cover);
    expect(post.version).to.be.a('number');
  });
});

describeVisited('contract: post write body', (use) => {
  const rows: [string, string | number | boolean | string[], unknown?][] = [
    ['title: string', 'Another title'],
    ['content: string, Markdown', '*new*'],
    ['excerpt: string', 'New excerpt'],
    ['cover: string, image URL', '/pictures/b.png'],
    ['tags: array of string', ['new']],
    ['category: string', 'new'],
    ['pinned: boolean', true, 1],
    ['status: string, published or draft', 'draft'],
  ];
  for (const [row, sent, stored = sent] of rows) {
    const name = nameIn(row);

    it(`create takes ${row}`, async () => {
      const id = await write(use(), { [name]: sent });
      expect((await read(use(), id))[name as keyof PostDetail]).to.deep.equal(stored);
    });

    it(`update takes ${row}, and only the fields to be changed are sent`, async () => {
      const id = await write(use(), { title: 'Before' });
      const before = await read(use(), id);
      await change(use(), id, { [name]: sent });
      const { version, updated_at, ...after } = await read(use(), id);
      expect(version).to.be.above(before.version);
      const made = name === 'content' ? { excerpt: 'new' } : {};
      expect({ ...after, version, updated_at }).to.deep.equal({
        ...before,
        ...made,
        version,
        updated_at,
        [name]: stored,
      });
    });

    it(`refuses another type for ${name}`, async () => {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', [name]: { an: 'object' } }), name);
    });
  }

  it('create and update take protected: boolean and password: string, used for encrypting the post', async () => {
    const made = await write(use(), { content: 'Secret', protected: true, password: 'open sesame' });
    const turned = await write(use(), { content: 'Secret' });
    await change(use(), turned, { protected: true, password: 'open sesame' });
    for (const id of [made, turned]) {
      const post = await read(use(), id);
      expect([post.protected, post.content], id).to.deep.equal([1, '']);
      expect(post.enc).to.be.an('object');
    }
  });
});

function nameIn(row: string): string {
  return row.split(':')[0] ?? '';
}
