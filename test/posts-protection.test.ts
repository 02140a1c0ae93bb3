import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { expect } from 'chai';

import { decryptPost } from '../client/index.ts';
import { createHashQueue } from '../routers/base/hash-queue.ts';
import { decryptText } from '../routers/posts/encryption.ts';
import { withPostKeys } from '../routers/posts/post-keys.ts';
import type { PostDetail } from '../routers/posts/answers.ts';
import { change, expectRefusedField, read, rowOf, write } from './support/posts.ts';
import type { Answer, TestService } from './support/service.ts';
import { everyRow } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

const TEXT = 'The *treasure* lies under the 橡树 😀';
const PASSWORD = 'open sesame';
const queue = createHashQueue();

function opened({ enc }: PostDetail, password: string): Promise<string> {
  if (!enc) throw new Error('The post is not encrypted.');
  return withPostKeys(queue, (keys) => decryptText(keys, enc, password));
}

/** The columns of a text encrypted before 2.16.0, with the password without normalization. */
function encryptedBefore(text: string, password: string) {
  const salt = Buffer.alloc(16, 1);
  const iv = Buffer.alloc(12, 2);
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(password, salt, 600_000, 32, 'sha256'), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { enc_salt: salt.toString('base64'), enc_iv: iv.toString('base64'), enc_data: data.toString('base64') };
}

function expectWrongPassword({ status, body }: Answer): void {
  expect({ status, code: body.code }).to.deep.equal({ status: 400, code: 'WRONG_POST_PASSWORD' });
}

describeVisited('protected posts: encryption', (use) => {
  const ways: [how: string, write: (service: TestService) => Promise<string>][] = [
    ['created with protected and password', (s) => write(s, { content: TEXT, protected: true, password: PASSWORD })],
    ['created with a password alone', (s) => write(s, { content: TEXT, password: PASSWORD })],
    ['created with protected: 1', (s) => write(s, { content: TEXT, protected: 1, password: PASSWORD })],
    ['changed with both, the stored text is taken', (s) => changed(s, { protected: true, password: PASSWORD })],
    ['changed with a password alone', (s) => changed(s, { password: PASSWORD })],
    ['changed with new content', (s) => changed(s, { password: PASSWORD, content: TEXT }, 'old text')],
    ['changed with an empty content, as GET gives it', (s) => changed(s, { password: PASSWORD, content: '' })],
  ];
  for (const [how, make] of ways) {
    // docs/interface.md, P18
    it(`${how}: returns enc and no content, and the password decrypts it`, async () => {
      const post = await read(use(), await make(use()));
      expect(post).to.include({ content: '', protected: 1, excerpt: '' });
      expect(await opened(post, PASSWORD)).to.equal(TEXT);
    });
  }

  // docs/interface.md, P24
  it('returns salt (16 bytes), iv (12) and data (text and a tag of 16) in base64', async () => {
    const { enc } = await read(use(), await write(use(), { content: TEXT, password: PASSWORD }));
    const sizes = Object.entries(enc ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64').length]);
    expect(Object.fromEntries(sizes)).to.deep.equal({ salt: 16, iv: 12, data: Buffer.byteLength(TEXT) + 16 });
    for (const value of Object.values(enc ?? {}))
      expect(Buffer.from(value, 'base64').toString('base64')).to.equal(value);
  });

  it('leaves the plain text in no column of any table, and in no line of the log', async () => {
    const id = await write(use(), { content: TEXT, tags: ['kept'] });
    await change(use(), id, { content: `${TEXT} and more`, excerpt: (await read(use(), id)).excerpt });
    await change(use(), id, { protected: true, password: PASSWORD });
    expect(await everyRow(use()))
      .to.include('kept')
      .and.not.include('treasure')
      .and.not.include(PASSWORD);
    expect(JSON.stringify(use().logged)).to.not.include('treasure').and.not.include(PASSWORD);
  });

  it('returns neither content nor enc in a list', async () => {
    const { body } = await use().call('GET', '/api/posts');
    for (const post of body.posts) expect(post).to.not.have.any.keys('enc', 'content');
  });

  // docs/interface.md, P19
  it('rejects protection without a password, for new and plain posts', async () => {
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', protected: true }), 'password');
    const id = await write(use(), { content: TEXT });
    for (const none of [undefined, null, '']) {
      expectRefusedField(await change(use(), id, { protected: true, password: none }), 'password');
    }
    expect(await read(use(), id)).to.include({ content: TEXT, protected: 0 });
  });

  it('rejects a password without protection, for new, plain and imported posts', async () => {
    const unprotected = { protected: false, password: PASSWORD };
    expectRefusedField(
      await use().admin('POST', '/api/posts', { title: 'x', content: TEXT, ...unprotected }),
      'password',
    );
    const id = await write(use(), { content: TEXT });
    expectRefusedField(await change(use(), id, unprotected), 'password');
    expectRefusedField(await change(use(), id, { ...unprotected, content: 'new' }), 'password');
    expect(await read(use(), id)).to.include({ content: TEXT, protected: 0, version: (await read(use(), id)).version });
    for (const none of [undefined, null, '']) {
      expect((await change(use(), id, { protected: false, password: none })).status).to.equal(200);
      await write(use(), { protected: false, password: none });
    }
    for (const round of ['new', 'known']) {
      const item = { title: 'x', content: TEXT, sourceKey: 'password.md' };
      const { body } = await use().admin('POST', '/api/admin/import', { posts: [{ ...item, ...unprotected }] });
      expect(body.results[0], round).to.include({ outcome: 'refused' });
      expect(body.results[0].reason).to.include('password');
      await use().admin('POST', '/api/admin/import', { posts: [{ ...item, password: PASSWORD }] });
    }
  });

  it('is decrypted by the same password in every Unicode form', async () => {
    const composed = 'Überraschung é';
    const decomposed = composed.normalize('NFD');
    for (const form of [composed, decomposed]) {
      const id = await write(use(), { content: TEXT, password: form });
      const { enc } = await read(use(), id);
      for (const typed of [composed, decomposed]) expect(await decryptPost(enc!, typed)).to.equal(TEXT);
      expect((await change(use(), id, { protected: false, password: decomposed })).status).to.equal(200);
      expect((await read(use(), id)).content).to.equal(TEXT);
    }
  });

  // docs/interface.md, P26
  it('is decrypted by the form that encrypted it before 2.16.0', async () => {
    const decomposed = 'Überraschung é'.normalize('NFD');
    const id = await write(use(), { content: TEXT, password: PASSWORD });
    await use()
      .database.kysely.updateTable('posts')
      .set(encryptedBefore(TEXT, decomposed))
      .where('slug', '=', id)
      .execute();
    const { enc } = await read(use(), id);
    expect(await decryptPost(enc!, decomposed)).to.equal(TEXT);
    expectWrongPassword(await change(use(), id, { protected: false, password: `${decomposed}x` }));
    expect((await change(use(), id, { protected: false, password: decomposed })).status).to.equal(200);
    expect((await read(use(), id)).content).to.equal(TEXT);
  });

  it('requires 4 to 200 code points in the password', async () => {
    for (const password of ['abc', '😀😀😀', 'x'.repeat(201), '😀'.repeat(201)]) {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', password }), 'password');
    }
    const id = await write(use(), { content: TEXT, password: '😀'.repeat(200) });
    expect(await opened(await read(use(), id), '😀'.repeat(200))).to.equal(TEXT);
  });
});

// docs/interface.md, P20
describeVisited('protected posts: changes', (use) => {
  const sealed = (fields = {}) => write(use(), { content: TEXT, password: PASSWORD, ...fields });

  it('encrypts new content with a password, also a different one, and leaves nothing of the old', async () => {
    const id = await sealed();
    const before = await read(use(), id);
    expect((await change(use(), id, { content: 'new text', password: 'another' })).status).to.equal(200);
    const post = await read(use(), id);
    expect(await opened(post, 'another')).to.equal('new text');
    expect(post.enc?.salt).to.not.equal(before.enc?.salt);
    expect(post.enc?.iv).to.not.equal(before.enc?.iv);
  });

  it('rejects new content without a password and stores nothing', async () => {
    const id = await sealed();
    const row = await rowOf(use(), id);
    expectRefusedField(await change(use(), id, { content: 'new text', title: 'New' }), 'password');
    expect(await rowOf(use(), id)).to.deep.equal(row);
  });

  it('allows all other changes without a password, with content absent or empty', async () => {
    const id = await sealed();
    const { enc } = await read(use(), id);
    await change(use(), id, { title: 'New', tags: ['t'], content: '' });
    expect(await read(use(), id)).to.deep.include({ title: 'New', tags: ['t'], enc, protected: 1 });
  });

  // docs/interface.md, P22
  it('re-encrypts with oldPassword and password, with a new salt and iv', async () => {
    const id = await sealed();
    const { enc } = await read(use(), id);
    expect((await change(use(), id, { oldPassword: PASSWORD, password: 'another' })).status).to.equal(200);
    const post = await read(use(), id);
    expect(await opened(post, 'another')).to.equal(TEXT);
    expect(post.enc?.salt).to.not.equal(enc?.salt);
    await change(use(), id, { oldPassword: 'another', password: 'another' });
    expect((await read(use(), id)).enc?.iv).to.not.equal(post.enc?.iv);
  });

  // docs/interface.md, P23
  it('rejects a wrong password in every transition and stores nothing', async () => {
    const id = await sealed();
    const row = await rowOf(use(), id);
    const wrong = [
      { oldPassword: 'not this', password: 'another' },
      { protected: true, password: 'not this' },
      { password: 'not this' },
      { protected: false, password: 'not this' },
    ];
    for (const fields of wrong) expectWrongPassword(await change(use(), id, { ...fields, title: 'New' }));
    expect(await rowOf(use(), id)).to.deep.equal(row);
  });
});

// docs/interface.md, P21
describeVisited('protected posts: decryption', (use) => {
  const sealed = (fields = {}) => write(use(), { content: TEXT, password: PASSWORD, ...fields });

  it('decrypts with the password, and generates the excerpt again', async () => {
    const id = await sealed();
    expect((await change(use(), id, { protected: false, password: PASSWORD })).status).to.equal(200);
    const plain = { content: TEXT, protected: 0, enc: null, excerpt: 'The treasure lies under the 橡树 😀' };
    expect(await read(use(), id)).to.include(plain);
    expect(await rowOf(use(), id)).to.include({ enc_salt: null, enc_iv: null, enc_data: null });
  });

  it('accepts new content in place of the password', async () => {
    const id = await sealed();
    await change(use(), id, { protected: 0, content: 'all new' });
    expect(await read(use(), id)).to.include({ content: 'all new', protected: 0, enc: null, excerpt: 'all new' });
  });

  it('requires one of both', async () => {
    const id = await sealed();
    expectRefusedField(await change(use(), id, { protected: false }), 'password');
    expectRefusedField(await change(use(), id, { protected: false, content: '' }), 'password');
    expect((await read(use(), id)).protected).to.equal(1);
  });

  it('keeps a given excerpt', async () => {
    const id = await sealed({ excerpt: 'a hint' });
    await change(use(), id, { protected: false, password: PASSWORD });
    expect((await read(use(), id)).excerpt).to.equal('a hint');
    await change(use(), id, { password: PASSWORD });
    expect((await read(use(), id)).excerpt).to.equal('a hint');
  });

  it('restores an empty text', async () => {
    const id = await sealed({ content: '' });
    await change(use(), id, { protected: false, password: PASSWORD });
    expect(await read(use(), id)).to.include({ content: '', protected: 0, enc: null });
  });
});

async function changed(service: TestService, fields: object, content = TEXT): Promise<string> {
  const id = await write(service, { content });
  const { status } = await change(service, id, fields);
  expect(status).to.equal(200);
  return id;
}
