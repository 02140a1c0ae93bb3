import { expect } from 'chai';

import { change, expectRefusedField, ids, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, P15
describeVisited.onBothEngines('posts: search in the list', (use) => {
  const found = async (search: string) =>
    ids(await use().call('GET', `/api/posts?search=${encodeURIComponent(search)}`));

  before(async () => {
    await write(use(), { id: 'title', title: 'Grüße aus MÜNCHEN', excerpt: 'short', content: 'nothing' });
    await write(use(), {
      id: 'content',
      title: 'c',
      excerpt: 'x',
      content: 'It is 100% sure_thing, C:\\temp and ΟΔΟΣΑ 東京都',
    });
    await write(use(), { id: 'tags', title: 't', tags: ['Rust-Lang', 'tail'] });
    await write(use(), { id: 'excerpt', title: 'e', excerpt: 'A spoonful of sugar', content: 'y' });
    await write(use(), { id: 'decoy', title: 'd', content: '100 sureXthing C:temp' });
    await write(use(), {
      id: 'secret',
      title: 'Sealed',
      tags: ['vault'],
      content: 'treasure map',
      password: 'open sesame',
    });
    await write(use(), { id: 'draft', title: 'Draft', content: 'treasure draft', status: 'draft' });
  });

  const searches: [search: string, ...expected: string[]][] = [
    ['münchen', 'title'],
    ['GRÜSSE', 'title'],
    ['gruse'],
    ['grüße AUS m', 'title'],
    ['gru\u0308ße', 'title'],
    ['100%', 'content'],
    ['%', 'content'],
    ['sure_thing', 'content'],
    ['_', 'content'],
    ['C:\\temp', 'content'],
    ['\\', 'content'],
    ['οδοσα', 'content'],
    ['ΟΔΟΣ', 'content'],
    ['京', 'content'],
    ['rust-l', 'tags'],
    ['langtail'],
    ['\u0301'],
    ['munchen', 'title'],
    ['SUGAR', 'excerpt'],
    ['sugary'],
    ["' or 1=1 --"],
    ['*'],
    ['\u0000münchen', 'title'],
  ];
  for (const [search, ...expected] of searches) {
    it(`finds ${expected.join(', ') || 'nothing'} for ${JSON.stringify(search)}`, async () => {
      expect(await found(search)).to.deep.equal(expected);
    });
  }

  it('never finds encrypted content, and no draft for visitors', async () => {
    expect(await found('treasure')).to.deep.equal([]);
    expect(ids(await use().admin('GET', '/api/posts?search=treasure'))).to.deep.equal(['draft']);
  });

  it('follows all changes: text, tags, protection', async () => {
    const id = await write(use(), { content: 'quokka', tags: ['wombat'] });
    expect(await found('QUOKKA')).to.deep.equal([id]);
    await change(use(), id, { content: 'numbat', tags: ['bilby'] });
    expect([await found('quokka'), await found('wombat')]).to.deep.equal([[], []]);
    expect([await found('numbat'), await found('bilby')]).to.deep.equal([[id], [id]]);
    await change(use(), id, { password: 'open sesame' });
    expect(await found('numbat')).to.deep.equal([]);
    await change(use(), id, { protected: false, password: 'open sesame' });
    expect(await found('numbat')).to.deep.equal([id]);
    await use().admin('DELETE', `/api/posts/${id}`);
    expect(await found('numbat')).to.deep.equal([]);
  });

  // docs/interface.md, W17
  it('tells the total on every page, also past the end', async () => {
    for (const id of ['heron-1', 'heron-2', 'heron-3']) await write(use(), { id, content: 'heron' });
    const pages: unknown[] = [];
    for (const page of [1, 2, 3, 9]) {
      const { body } = await use().call('GET', `/api/posts?search=heron&pageSize=2&page=${page}`);
      pages.push([body.posts.length, body.total]);
    }
    expect(pages).to.deep.equal([
      [2, 3],
      [1, 3],
      [0, 3],
      [0, 3],
    ]);
    const { body } = await use().call('GET', '/api/posts?search=sugar&pageSize=1&page=2');
    expect(body).to.deep.include({ posts: [], total: 1, page: 2 });
  });

  it('rejects a search that is too long', async () => {
    expectRefusedField(await use().call('GET', `/api/posts?search=${'x'.repeat(201)}`), 'search');
  });
});
