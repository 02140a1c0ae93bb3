import { expect } from 'chai';

import { open } from './support/pages.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('the posts around a post', (use) => {
  before(async () => {
    for (const [id, date, tags] of [
      ['first', '2026-01-01', ['rye']],
      ['second', '2026-01-02', ['rye', 'wheat']],
      ['third', '2026-01-03', ['rye', 'wheat', 'oats']],
      ['fourth', '2026-01-04', ['spelt']],
      ['fifth', '2026-01-05', ['oats']],
      ['sixth', '2026-01-06', ['rye']],
    ] as const) {
      await write(use(), { id, title: id, date, tags });
    }
    await write(use(), { id: 'hidden', title: 'hidden', date: '2026-01-03', tags: ['rye', 'wheat'], status: 'draft' });
    await write(use(), { id: 'later', title: 'later', tags: ['rye', 'wheat'], publishAt: '2999-01-01T00:00:00Z' });
  });

  async function linksOf(id: string) {
    const text = await open(use(), `/posts/${id}`);
    const [, related = ''] = /<aside class="related"(.*?)<\/aside>/s.exec(text) ?? [];
    const way = (rel: string) => new RegExp(`<a rel="${rel}" href="/posts/([^"]+)"`).exec(text)?.[1];
    return {
      older: way('prev'),
      newer: way('next'),
      related: [...related.matchAll(/href="\/posts\/([^"]+)"/g)].map(([, one]) => one),
    };
  }

  it('are the public ones before and after it by date', async () => {
    expect(await linksOf('first')).to.include({ older: undefined, newer: 'second' });
    expect(await linksOf('third')).to.include({ older: 'second', newer: 'fourth' });
    expect(await linksOf('sixth')).to.include({ older: 'fifth', newer: undefined });
  });

  it('are at most four public ones, those with the most tags in common first, then the newest', async () => {
    expect((await linksOf('second')).related).to.deep.equal(['third', 'sixth', 'first']);
    expect((await linksOf('third')).related).to.deep.equal(['second', 'sixth', 'fifth', 'first']);
    expect((await linksOf('fourth')).related).to.deep.equal([]);
  });
});
