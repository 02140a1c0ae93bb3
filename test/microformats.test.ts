import { expect } from 'chai';
import { mf2 } from 'microformats-parser';

import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';

interface Item {
  type?: string[];
  properties: Record<string, unknown[]>;
  children?: Item[];
}

// As another project reads them. docs/interface.md, Y12
describeVisited('microformats', (use) => {
  before(async () => {
    const fields = {
      category: 'Travel',
      tags: ['sea'],
      date: '2026-03-02',
      content: 'They **run**.',
      excerpt: 'Short.',
    };
    await write(use(), { id: 'ferries', title: 'Ferries', ...fields });
    await write(use(), { id: 'guest', title: 'Guest', author: 'Bea', ...fields });
    await use().admin('POST', '/api/pages', { id: 'about', title: 'About', content: 'Us.' });
    await set(use(), { siteUrl: SITE, author: 'Ada' });
  });

  async function itemsOf(path: string): Promise<Item[]> {
    const { body } = await use().call('GET', path);
    return mf2(body, { baseUrl: SITE + path }).items;
  }

  async function entryOf(path: string): Promise<Item['properties']> {
    return (await itemsOf(path)).find(({ type }) => type?.includes('h-entry'))!.properties;
  }

  const nameOf = (author: unknown) => (author as Item).properties['name'];

  it('posts and pages are entries with name, URL, date, text, categories and author', async () => {
    const post = await entryOf('/posts/ferries');
    expect(post).to.deep.include({
      name: ['Ferries'],
      url: [`${SITE}/posts/ferries`],
      published: ['2026-03-02'],
      category: ['Travel', '#sea'],
    });
    expect(post['content']![0]).to.include({ value: 'They run.', html: '<p>They <strong>run</strong>.</p>' });
    expect((post['author']![0] as Item).properties).to.deep.equal({ name: ['Ada'], url: [`${SITE}/`] });
    expect(nameOf((await entryOf('/posts/guest'))['author']![0])).to.deep.equal(['Bea']);
    const page = await entryOf('/about');
    expect(page).to.deep.include({ name: ['About'], url: [`${SITE}/about`] });
    expect(nameOf(page['author']![0])).to.deep.equal(['Ada']);
  });

  for (const homeLayout of ['list', 'cards', 'magazine']) {
    it(`the home page is a feed of entries (${homeLayout})`, async () => {
      await set(use(), { homeLayout });
      const feed = (await itemsOf('/')).find(({ type }) => type?.includes('h-feed'))!;
      const urls = feed.children!.map(({ properties }) => properties['url']![0]);
      expect(urls).to.have.members([`${SITE}/posts/guest`, `${SITE}/posts/ferries`]);
      expect(feed.children![urls.indexOf(`${SITE}/posts/ferries`)]!.properties).to.deep.equal({
        name: ['Ferries'],
        url: [`${SITE}/posts/ferries`],
        published: ['2026-03-02'],
        category: ['Travel'],
        summary: ['Short.'],
      });
    });
  }
});
