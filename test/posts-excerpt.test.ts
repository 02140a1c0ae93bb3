import { expect } from 'chai';

import { change, read, write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const EMOJI = '😀';

// docs/interface.md, P5
describeVisited('posts: excerpts', (use) => {
  it('generates one from the plain text of the content, again when the content changes', async () => {
    const id = await write(use(), { content: '# Head\n\n[link](http://x) *and* `code`' });
    expect((await read(use(), id)).excerpt).to.equal('link and code');
    await change(use(), id, { content: 'New text' });
    expect((await read(use(), id)).excerpt).to.equal('New text');
  });

  it('generates at most 200 characters', async () => {
    const { excerpt } = await read(use(), await write(use(), { content: `${EMOJI}${' word'.repeat(100)}` }));
    expect([...excerpt].length).to.be.within(150, 200);
  });

  it('generates one of the code points of the content, which can be sent back in NFC', async () => {
    const content = 'Cafe\u0301 \u1112\u1161\u11ab';
    const id = await write(use(), { content });
    const post = await read(use(), id);
    expect(post.excerpt).to.equal(content);
    for (const excerpt of [content, content.normalize('NFC')]) {
      expect((await change(use(), id, { ...post, excerpt })).status).to.equal(200);
      expect(await read(use(), id)).to.deep.equal(post);
    }
    await change(use(), id, { content: 'Other' });
    expect((await read(use(), id)).excerpt).to.equal('Other');
  });

  it('generates an empty one for formulas and URLs alone', async () => {
    expect((await read(use(), await write(use(), { content: '$$x$$\n\nhttps://a.example/b' }))).excerpt).to.equal('');
  });

  it('keeps a given one, also an empty one', async () => {
    for (const excerpt of ['mine', '']) {
      const id = await write(use(), { content: 'text', excerpt });
      await change(use(), id, { content: 'other text' });
      expect((await read(use(), id)).excerpt).to.equal(excerpt);
    }
  });

  it('generates none for a protected post, but keeps a given one', async () => {
    const password = 'open sesame';
    expect((await read(use(), await write(use(), { content: 'text', password }))).excerpt).to.equal('');
    expect((await read(use(), await write(use(), { content: 'text', password, excerpt: 'hint' }))).excerpt).to.equal(
      'hint',
    );
  });
});
