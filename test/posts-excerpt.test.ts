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
