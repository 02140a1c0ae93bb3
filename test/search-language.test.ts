import { expect } from 'chai';

import { write } from './support/posts.ts';
import { found, search } from './support/search.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited.onBothEngines('the search language', (use) => {
  before(async () => {
    const filler = Array.from({ length: 18_000 }, (_, n) => `f${n}`).join(' ');
    const posts: [id: string, fields: Record<string, unknown>][] = [
      ['bread', { title: 'Bread with flour', content: 'White flour and rye, baked in an e-mail oven.' }],
      ['water', { title: 'Bread with water', content: 'Flowing water, no flours.' }],
      ['tagged', { title: 'Loaf', tags: ['sour dough', 'slow rise'], excerpt: 'Dark crust', content: 'Crumb.' }],
      ['chinese', { content: '机器学习入门，深度 学习' }],
      ['chinese-apart', { content: '学习机器，机器人' }],
      ['mixed', { content: '用Rust语言写的服务' }],
      ['long', { content: `${filler} needle in haystack ${filler} haystack in needle` }],
      ['often', { content: `${'zebra crossing '.repeat(400)} zebra fish ${'zebra crossing '.repeat(10)}` }],
    ];
    for (const [id, fields] of posts) await write(use(), { id, ...fields });
  });

  const queries: [what: string, query: string, ids: string[]][] = [
    ['words that follow each other', '"with flour"', ['bread']],
    ['not in another order', '"flour with"', []],
    ['across punctuation', '"rye baked in"', ['bread']],
    ['a word with a hyphen as two that follow each other', '"e-mail"', ['bread']],
    ['not the beginning of a word in a phrase', '"with flou"', []],
    ['a phrase that is not closed', '"white flour', ['bread']],
    ['a phrase and the beginning of a word', '"bread with" wat', ['water']],
    ['a phrase in typographic marks', '„Bread with“ flowing', ['water']],
    ['a phrase in a tag', '"sour dough"', ['tagged']],
    ['not a phrase over two tags', '"dough slow"', []],
    ['not a phrase over title and tags', '"loaf sour"', []],
    ['not a phrase over tags and excerpt', '"rise dark"', []],
    ['not a phrase over excerpt and text', '"crust crumb"', []],
    ['a Chinese phrase', '"机器学习"', ['chinese']],
    ['a Chinese phrase in corner brackets', '「学习机器」', ['chinese-apart']],
    ['Chinese without marks in any place', '机器学习', ['chinese']],
    ['a phrase of two scripts', '"用Rust语言"', ['mixed']],
    ['a phrase of two scripts that goes on', '"用Rust语"', ['mixed']],
    ['posts without a word', 'bread -flour', ['water']],
    ['posts without a word, the exclusion first', '-flour bread', ['water']],
    ['posts without a phrase', 'bread -"white flour"', ['water']],
    ['posts that have only a longer word', 'water -flour', ['water']],
    ['posts without a word with a hyphen', 'bread -e-mail', ['water']],
    ['posts without a Chinese word', '机器 -入门', ['chinese-apart']],
    ['posts without a Chinese character', '学习 -人', ['chinese']],
    ['a word with a hyphen', 'e-mail', ['bread']],
    ['a phrase far behind in a long text', '"haystack in needle"', ['long']],
    ['not a phrase that is nowhere in a long text', '"in f7 needle"', []],
    ['posts without a phrase far behind', 'haystack -"haystack in needle"', []],
    ['posts without a phrase that is nowhere', 'haystack -"needle needle"', ['long']],
    ['a phrase of a frequent word', '"zebra fish"', ['often']],
    ['not a phrase of frequent words', '"crossing fish"', []],
  ];
  for (const [what, query, ids] of queries) {
    // docs/interface.md, Q14
    it(`finds ${what}: ${query}`, async () => expect(await found(use(), query)).to.deep.equal(ids));
  }

  // docs/interface.md, Q15
  it('answers that a query has nothing to search for', async () => {
    for (const query of ['-bread', '-"bread with" -water', '!?', '"', '- -', '…', '']) {
      expect(await search(use(), query), query).to.deep.include({ results: [], total: 0, unsearchable: true });
    }
    for (const query of ['nothinglikethis', 'bread', '🚀']) {
      expect(await search(use(), query), query).to.not.have.property('unsearchable');
    }
  });

  // docs/interface.md, Q12
  it('suggests without its operators', async () => {
    expect((await search(use(), '"bred with" -flour')).suggestion).to.equal('bread with');
    expect(await search(use(), '-bred')).to.not.have.property('suggestion');
  });

  // docs/interface.md, Q3
  it('marks phrases, and not their words elsewhere', async () => {
    const { results } = await search(use(), '"haystack in"', '&pageSize=1');
    expect(results[0]?.snippet).to.contain('<mark>haystack in</mark> needle');
    expect((await search(use(), '"white flour"')).results[0]?.snippet).to.equal(
      '<mark>White flour</mark> and rye, baked in an e-mail oven.',
    );
  });

  // docs/interface.md, Q2
  it('orders whole words before beginnings, titles before texts, newer posts before older ones', async () => {
    const posts: [id: string, fields: Record<string, unknown>][] = [
      ['text-new', { date: '2024-05-05', content: 'a quill' }],
      ['title-old', { date: '2019-01-01', title: 'A quill' }],
      ['begins-title', { date: '2025-01-01', title: 'Quills' }],
      ['text-old', { date: '2018-05-05', content: `quill ${'quill '.repeat(50)}` }],
      ['title-new', { date: '2023-01-01', title: 'The longest quill that was ever seen in a title' }],
      ['begins-text', { date: '2025-02-02', content: 'quillings' }],
      ['tag', { date: '2017-01-01', tags: ['quill'] }],
      ['excerpt', { date: '2017-01-01', excerpt: 'quill' }],
    ];
    for (const [id, fields] of posts) await write(use(), { id, title: id, ...fields });
    expect(await found(use(), 'quill')).to.deep.equal([
      ...['title-new', 'title-old', 'tag', 'excerpt', 'text-new', 'text-old'],
      ...['begins-title', 'begins-text'],
    ]);
    expect(await found(use(), '"quill"')).to.have.length(6);
    const pages = Array.from({ length: 8 }, (_, at) => search(use(), 'quill', `&pageSize=1&page=${at + 1}`));
    const ids = (await Promise.all(pages)).flatMap(({ results }) => results.map(({ id }) => id));
    expect(ids).to.deep.equal(await found(use(), 'quill'));
  });
});
