import { expect } from 'chai';

import { expectRefusedField, read, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, P1, P2
describeVisited.onBothEngines('posts: ids', (use) => {
  const titles: [title: string, id: string][] = [
    ['Hello,  World!', 'hello-world'],
    ['Crème brûlée à Ærø, Straße', 'creme-brulee-a-aero-strasse'],
    ['Привет, мир', 'privet-mir'],
    ['Καλημέρα', 'kalimera'],
    ['你好世界', 'nihao-shijie'],
    ['GB note', 'post-gb-note'],
    ['gb-idea', 'post-gb-idea'],
    ['gbs', 'gbs'],
    ['!!! ???', 'post'],
    ['😀', 'post'],
  ];
  for (const [title, id] of titles) {
    it(`generates ${id} from ${JSON.stringify(title)}`, async () => {
      expect(await write(use(), { title })).to.match(new RegExp(`^${id}(-2)?$`));
    });
  }

  for (const title of ['こんにちは世界', '안녕하세요', 'สวัสดี', 'مرحبا', 'नमस्ते', 'ab'.repeat(100), 'word '.repeat(40)]) {
    it(`generates 1 to 80 characters a-z0-9- from ${JSON.stringify(title.slice(0, 20))}`, async () => {
      const id = await write(use(), { title });
      expect(id).to.match(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/);
    });
  }

  it('adds -2, -3 for the same title, within 80 characters', async () => {
    const ids = [];
    for (let round = 0; round < 3; round++) ids.push(await write(use(), { title: 'Twice told' }));
    expect(ids).to.deep.equal(['twice-told', 'twice-told-2', 'twice-told-3']);

    const title = 'x'.repeat(100);
    expect(await write(use(), { title })).to.equal('x'.repeat(80));
    expect(await write(use(), { title })).to.equal(`${'x'.repeat(78)}-2`);
  });

  it('keeps the id when the title changes', async () => {
    const id = await write(use(), { title: 'First name' });
    expect((await use().admin('PUT', `/api/posts/${id}`, { title: 'Second name' })).body.id).to.equal(id);
    expect((await read(use(), id)).title).to.equal('Second name');
  });

  const own: [sent: string, stored: string][] = [
    ['My-Own-1', 'my-own-1'],
    ['CAFE\u0301', 'caf\u00e9'],
    ['ПРИВЕТ', 'привет'],
    ['你好', '你好'],
    ['हिन्दी', 'हिन्दी'],
    ['𐐀'.repeat(80), '𐐨'.repeat(80)],
    ['-', '-'],
  ];
  for (const [sent, stored] of own) {
    it(`accepts the id ${JSON.stringify(sent.slice(0, 12))}, normalized, and finds the post by both forms`, async () => {
      expect(await write(use(), { id: sent })).to.equal(stored);
      for (const spelling of [sent, stored]) {
        const { body } = await use().call('GET', `/api/posts/${encodeURIComponent(spelling)}`);
        expect(body.post.id).to.equal(stored);
      }
    });
  }

  it('rejects a taken id in any form, and stores nothing', async () => {
    await write(use(), { id: 'é-taken' });
    const count = async () => (await use().admin('GET', '/api/posts')).body.total;
    const before = await count();
    for (const id of ['é-taken', 'E\u0301-TAKEN']) {
      const { status, body } = await use().admin('POST', '/api/posts', { title: 'x', id });
      expect(status).to.equal(409);
      expect(body).to.include({ ok: false, code: 'POST_EXISTS' });
    }
    expect(await count()).to.equal(before);
  });

  it('rejects ids of the guestbook', async () => {
    for (const id of ['gb-note', 'gb-x', 'GB-x', 'gb-']) {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', id }), 'id');
    }
    expect(await write(use(), { id: 'gb' })).to.equal('gb');
  });

  it('rejects invisible characters in an id', async () => {
    for (const id of ['a\u200bb', 'a\u00adb', 'a\u0000b', '\u0301a', '\ufeff', 'a\u202eb', 'a\ud800b', ' a ']) {
      expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', id }), 'id');
    }
  });

  it('allows the id of a deleted post', async () => {
    await write(use(), { id: 'phoenix' });
    await use().admin('DELETE', '/api/posts/phoenix');
    expect(await write(use(), { id: 'phoenix' })).to.equal('phoenix');
  });
});
