import { expect } from 'chai';

import { expectRefusal } from '../support/comments.ts';
import { heldBy } from '../support/held.ts';
import { change, expectRefusedField, ids, read, write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const SLUGS = 'test/posts-slugs.test.ts';
const WRITE = 'test/posts-write.test.ts';
const PROTECTION = 'test/posts-protection.test.ts';
const PRECONDITION = 'test/posts-precondition.test.ts';

/** decisions.md, "Posts", in its order. */
describeVisited('decisions: posts', (use) => {
  it('id is a slug made from the title: transliterated, lower case, a-z0-9-', async () => {
    for (const [title, slug] of [
      ['Crème Brûlée!', 'creme-brulee'],
      ['Привет мир', 'privet-mir'],
      ['Καλημέρα', 'kalimera'],
      ['你好世界', 'nihao-shijie'],
    ] as const) {
      expect(await write(use(), { title }), title).to.equal(slug);
    }
  });
  heldBy('… at most 80 characters, unique by -2, -3', SLUGS, 'counts up when the title was there');
  it('A title that would give gb-… gives post-gb-…', async () => {
    expect(await write(use(), { title: 'GB News' })).to.equal('post-gb-news');
  });
  heldBy('The body may bring id, compared after folding', SLUGS, 'takes the id ${JSON.stringify');
  it('… taken → 409 POST_EXISTS; gb-… → 400', async () => {
    await write(use(), { id: 'taken' });
    expectRefusal(await use().admin('POST', '/api/posts', { title: 'x', id: 'TAKEN' }), 409, 'POST_EXISTS');
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', id: 'gb-x' }), 'id');
  });

  heldBy('Required on create: title', WRITE, 'wants a title');
  heldBy('Caps of title, content, excerpt, category, tags, cover', WRITE, 'takes the longest ${field}');
  heldBy('Tags are trimmed, doubles dropped, order kept', WRITE, 'drops tags that come twice after cleaning');
  heldBy('cover: http(s) or a path', WRITE, 'takes ${JSON.stringify(cover)} as a cover');
  heldBy('Defaults', WRITE, 'gives every field its default');
  heldBy(
    "excerpt is made from the content's plain text (200 characters); none for a protected post",
    'test/posts-excerpt.test.ts',
    'makes one from the plain text of the content',
    'makes at most 200 characters',
    'makes none for a protected post',
  );
  heldBy(
    'date: a real day, default today in UTC, kept by a PUT without it',
    WRITE,
    'takes any real day as a date',
    'dates a new post',
  );

  it('Pinned and protected are 0/1 in answers and booleans in bodies; bodies also accept 0/1', async () => {
    for (const [sent, answered] of [
      [true, 1],
      [1, 1],
      [false, 0],
      [0, 0],
    ] as const) {
      expect((await read(use(), await write(use(), { pinned: sent }))).pinned).to.equal(answered);
    }
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', pinned: 2 }), 'pinned');
  });

  heldBy(
    'version: one counter of the database, never used twice',
    'test/posts-change.test.ts',
    'never uses a version twice',
  );
  heldBy('The ETag is "<version>.<hash of the bytes>"', PRECONDITION, 'names the version and a hash of the bytes');
  heldBy(
    'If-Match compares the part before the dot, accepts W/ and *',
    PRECONDITION,
    'lets a change and a deletion through',
  );

  heldBy('Order of lists: pinned, date, newest created, id', 'test/posts-list.test.ts', 'puts pinned posts first');
  it('Public callers: status=draft gives 200 and an empty list', async () => {
    await write(use(), { id: 'hidden', status: 'draft' });
    const { status, body } = await use().call('GET', '/api/posts?status=draft');
    expect([status, body.posts, body.total]).to.deep.equal([200, [], 0]);
  });
  it('With a valid token status filters, and its absence means all', async () => {
    const all = ids(await use().admin('GET', '/api/posts?pageSize=100'));
    expect(all).to.include.members(['hidden', 'taken']);
    expect(ids(await use().admin('GET', '/api/posts?status=draft'))).to.deep.equal(['hidden']);
    expect(ids(await use().admin('GET', '/api/posts?status=published&pageSize=100'))).to.not.include('hidden');
  });
  heldBy(
    'search: substring of title, excerpt, tags, content, not protected',
    'test/posts-search.test.ts',
    'finds ${expected',
    'never finds what is protected',
  );
  it('PUT answers { ok, id, version }; DELETE { ok, id }; both 404 for an unknown id', async () => {
    const id = await write(use(), {});
    const { version } = await read(use(), id);
    expect((await change(use(), id, {})).body).to.deep.equal({ ok: true, id, version });
    expect((await use().admin('DELETE', `/api/posts/${id}`)).body).to.deep.equal({ ok: true, id });
    expectRefusal(await change(use(), id, { title: 'x' }), 404, 'NOT_FOUND');
    expectRefusal(await use().admin('DELETE', `/api/posts/${id}`), 404, 'NOT_FOUND');
  });

  heldBy('Encryption: becoming protected, with or without content', PROTECTION, '${how}: shows enc and no content');
  heldBy('… protected: true without a password: 400', PROTECTION, 'refuses protection without a password');
  heldBy('… new content on a protected post needs password', PROTECTION, 'refuses new content without a password');
  heldBy(
    '… without password, content must be absent or empty',
    PROTECTION,
    'changes everything else without a password',
  );
  heldBy(
    '… plain by protected: false with its password or new content',
    PROTECTION,
    'decrypts with its password',
    'takes new content in place',
  );
  heldBy('… a wrong one: WRONG_POST_PASSWORD', PROTECTION, 'refuses a wrong password in every transition');
  heldBy('… oldPassword and password re-encrypt, fresh salt and iv', PROTECTION, 're-encrypts with oldPassword');
  heldBy(
    '… the server keeps no plain text: row, index, log',
    PROTECTION,
    'keeps the plain text in no column of any table',
  );
  heldBy(
    '… free pages and WAL of SQLite',
    'test/posts-traces.test.ts',
    'hold nothing of the text, neither free pages nor WAL',
  );
  heldBy('… base64, 16-byte salt, 12-byte iv, tag of 16', PROTECTION, 'keeps salt (16 bytes), iv (12)');
  heldBy(
    '… decryptPost; the README gives a test vector',
    'test/readme.test.ts',
    'its TypeScript example works, test vector included',
  );

  heldBy(
    'Deleting a post removes everything of it, in one transaction',
    'test/posts-deletion.test.ts',
    'leaves no row in any table',
  );
  heldBy(
    '… it ends its preview links',
    'test/preview.test.ts',
    'do not open a post that is made again under the same id',
  );
  it('… buffered counts die with it', async () => {
    await write(use(), { id: 'buffered' });
    await use().call('POST', '/api/posts/buffered/view');
    await use().admin('DELETE', '/api/posts/buffered');
    await use().services.views.flush();
    await write(use(), { id: 'buffered' });
    expect((await read(use(), 'buffered')).views).to.equal(0);
    expect((await use().call('GET', '/api/stats')).body.views).to.equal(0);
  });
});
