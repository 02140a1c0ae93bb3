import { expect } from 'chai';

import { write } from './support/posts.ts';
import { corpus, queries } from './support/search-corpus.ts';
import { search } from './support/search.ts';
import { describeVisited } from './support/visitors.ts';

/** What the first engine has found, by query. */
const foundBefore = new Map<string, string>();

// docs/interface.md, Q2 and Q4
describeVisited.onBothEngines('searches in twelve scripts', (use) => {
  before(async () => {
    for (const [at, post] of corpus.entries()) {
      await write(use(), {
        date: new Date(Date.UTC(2020, 5, 1) - at * 86_400_000).toISOString().slice(0, 10),
        ...post,
      });
    }
  });

  it(`find the same in the same order on both engines, by ${queries.length} queries`, async () => {
    expect(queries.length).to.be.at.least(200);
    const wrong: string[] = [];
    for (const [query, ids] of queries) {
      const { results } = await search(use(), query, '&pageSize=50');
      const found = results.map(({ id }) => id).join(' ');
      if (ids !== undefined && found !== ids)
        wrong.push(`${query}: ${found || 'nothing'} in place of ${ids || 'nothing'}`);
      const before = foundBefore.get(query) ?? found;
      if (found !== before) wrong.push(`${query}: ${found} here, ${before} on the other engine`);
      foundBefore.set(query, found);
    }
    expect(wrong).to.deep.equal([]);
  });
});
