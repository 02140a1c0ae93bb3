import { expect } from 'chai';

import { set } from './support/comments.ts';
import { open, visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited('page titles', (use) => {
  before(async () => {
    await set(use(), { title: 'Salt', description: 'On bread.' });
    for (let day = 10; day < 31; day += 1) {
      const date = `${2024 + (day % 2)}-03-${day}`;
      await write(use(), { title: `Loaf ${day}`, content: 'Rye.', date, tags: ['rye'], category: 'Bread' });
    }
    await write(use(), { title: 'No word', id: 'empty', content: '' });
    await write(use(), { title: 'Hidden', id: 'hidden', content: 'Rye.', password: 'secret' });
    await write(use(), { title: 'Told', id: 'told', content: 'Rye.', password: 'secret', excerpt: 'A letter.' });
  });

  for (const [path, title, description] of [
    ['/', 'Salt', 'On bread.'],
    ['/page/2', 'Page 2 · Salt', 'On bread. · Page 2'],
    ['/?page=3', 'Page 3 · Salt', 'On bread. · Page 3'],
    ['/tags/rye', 'rye · Salt', 'Posts with the tag “rye”'],
    ['/tags/rye?page=2', 'rye · Page 2 · Salt', 'Posts with the tag “rye” · Page 2'],
    ['/categories/Bread?page=3', 'Bread · Page 3 · Salt', 'Posts in “Bread” · Page 3'],
    ['/archive', 'Archive · Salt', 'Archive · On bread.'],
    ['/archive/2025', 'Archive 2025 · Salt', 'Archive 2025 · On bread.'],
    ['/tags', 'Tags · Salt', 'Tags · On bread.'],
    ['/guestbook', 'Guestbook · Salt', 'Guestbook · On bread.'],
    ['/search', 'Search · Salt', null],
    ['/search?q=rye', 'Search for “rye” · Salt', null],
    ['/search?q=rye&page=2', 'Search for “rye” · Page 2 · Salt', null],
    ['/posts/loaf-10', 'Loaf 10 · Salt', 'Rye.'],
    ['/posts/empty', 'No word · Salt', 'No word'],
    ['/posts/hidden', 'Hidden · Salt', 'This post is password-protected.'],
    ['/posts/told', 'Told · Salt', 'A letter.'],
  ] as const) {
    it(`${path} has the title “${title}” and ${description === null ? 'no description' : `the description “${description}”`}`, async () => {
      expect(namesOn(await open(use(), path))).to.deep.equal({ title, description, shared: description });
    });
  }

  it('the heading of an archive contains the year', async () => {
    expect(await open(use(), '/archive/2024')).to.include('<h1 data-page="archive">Archive 2024</h1>');
    expect(await open(use(), '/archive')).to.include('<h1 data-page="archive">Archive</h1>');
  });

  it('a blog without a description is described by its title', async () => {
    await set(use(), { description: '' });
    const [first, second] = [namesOn(await open(use(), '/')), namesOn(await open(use(), '/page/2'))];
    await set(use(), { description: 'On bread.' });
    expect(first).to.deep.equal({ title: 'Salt', description: 'Salt', shared: 'Salt' });
    expect(second.description).to.equal('Salt · Page 2');
  });

  it('lists link to newer and older posts, search results to other pages', async () => {
    const waysOn = async (path: string) =>
      [...(await open(use(), path)).matchAll(/<a rel="(?:prev|next)"[^>]*>([^<]*)</g)].map(([, words]) => words);
    expect(await waysOn('/page/2')).to.deep.equal(['Newer posts', 'Older posts']);
    expect(await waysOn('/search?q=rye&page=2')).to.deep.equal(['Previous page', 'Next page']);
  });

  for (const [path, place] of [
    ['/page/1', '/'],
    ['/page/1/', '/'],
    ['/page/1?from=old', '/?from=old'],
  ] as const) {
    it(`${path} redirects to ${place}`, async () => {
      const { status, headers } = await visit(use(), path);
      expect([status, headers.get('location')]).to.deep.equal([301, place]);
    });
  }

  it('search engines list the search page, and no results', async () => {
    const noIndex = '<meta name="robots" content="noindex">';
    expect(await open(use(), '/search')).to.not.include(noIndex);
    expect(await open(use(), '/search?q=rye')).to.include(noIndex);
  });

  it('a search without results has a page, a page past the end has none', async () => {
    await open(use(), '/search?q=zyxwvu');
    await open(use(), '/search?q=rye&page=3');
  });

  const behind = ['/search?q=rye&page=4', '/search?q=rye&page=99', '/search?q=zyxwvu&page=2', '/search?page=2'];
  for (const path of ['/page/0', '/page/01', '/page/4', '/page/201', '/page/x', ...behind]) {
    it(`${path} does not exist`, async () => {
      expect((await visit(use(), path)).status).to.equal(404);
    });
  }
});

/** Title and descriptions of a page; null for missing ones. */
function namesOn(text: string) {
  const of = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  return {
    title: of(/<title>([^<]*)</),
    description: of(/<meta name="description" content="([^"]*)">/),
    shared: of(/<meta property="og:description" content="([^"]*)">/),
  };
}
