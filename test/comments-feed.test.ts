import { expect } from 'chai';

import { comment, set } from './support/comments.ts';
import { open, parseXml, visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';

// docs/interface.md, F28
describeVisited(
  'the feed of comments',
  (use) => {
    const feed = async (id: string) => parseXml(await open(use(), `/posts/${id}/comments.xml`)).rss.channel;

    before(async () => {
      await set(use(), { title: 'Salt & Paper', language: 'de' });
      await write(use(), { title: 'Bread <1>', id: 'bread' });
    });

    it('has the newest comments first, with their permanent URLs', async () => {
      const first = await comment(use(), 'bread', {
        author: 'Ann & <b>',
        content: 'See https://example.org/?a=1&b=2\nnow',
      });
      const second = await comment(use(), 'bread', { author: 'Bea', content: 'An answer', parentId: first.comment.id });
      const { title, link, item, 'atom:link': self } = await feed('bread');
      expect(title).to.equal('Kommentare · Bread <1>');
      expect(link).to.deep.equal([`${BASE}/posts/bread`]);
      expect(self['@_href']).to.equal(`${BASE}/posts/bread/comments.xml`);
      const urls = [second, first].map(({ comment: { id } }) => `${BASE}/posts/bread/comments/${id}`);
      expect(item.map((one: { guid: { '#text': string } }) => one.guid['#text'])).to.deep.equal(urls);
      expect(item[1]).to.include({
        title: 'Ann & <b>',
        'dc:creator': 'Ann & <b>',
        description: 'See https://example.org/?a=1&amp;b=2\nnow',
        'content:encoded':
          '<p>See <a href="https://example.org/?a=1&amp;b=2" rel="ugc nofollow">https://example.org/?a=1&amp;b=2</a><br>now</p>',
      });
      expect(await open(use(), '/posts/bread')).to.include(
        '<link rel="alternate" type="application/rss+xml" title="Kommentare" href="/posts/bread/comments.xml">',
      );
    });

    it('changes with the comments, and shows only approved ones', async () => {
      const { headers } = await visit(use(), '/posts/bread/comments.xml');
      const ifNoneMatch = { 'If-None-Match': headers.get('etag')! };
      expect((await visit(use(), '/posts/bread/comments.xml', ifNoneMatch)).status).to.equal(304);
      await set(use(), { commentModeration: 'all' });
      const { comment: pending } = await comment(use(), 'bread', { content: 'MARKER' });
      await set(use(), { commentModeration: 'off' });
      expect(await open(use(), '/posts/bread/comments.xml')).to.not.include('MARKER');
      await use().admin('PUT', `/api/comments/${pending.id}`, { status: 'approved' });
      expect((await feed('bread')).item[0].description).to.equal('MARKER');
    });

    it('has fifty comments', async () => {
      await write(use(), { title: 'Many', id: 'many' });
      for (let number = 1; number <= 51; number += 1) await comment(use(), 'many', { content: `Number ${number}.` });
      const { item } = await feed('many');
      expect(item).to.have.length(50);
      expect(item[0].description).to.equal('Number 51.');
    });

    it('follows a post to its new id, and exists for public posts and open pages only', async () => {
      await write(use(), { title: 'Draft', id: 'draft', status: 'draft' });
      await use().admin('POST', '/api/pages', { id: 'closed', title: 'Closed', content: 'x' });
      await use().admin('POST', '/api/pages', { id: 'about', title: 'About', content: 'x', allowComments: true });
      expect((await feed('about')).link).to.deep.equal([`${BASE}/about`]);
      for (const id of ['gb-note', 'gb-idea', 'draft', 'closed', 'none']) {
        expect((await visit(use(), `/posts/${id}/comments.xml`)).status, id).to.equal(404);
      }
      await use().admin('POST', '/api/posts/many/rename', { newId: 'more' });
      const { status, headers } = await visit(use(), '/posts/many/comments.xml');
      expect({ status, to: headers.get('location') }).to.deep.equal({ status: 301, to: '/posts/more/comments.xml' });
    });
  },
  { SITE_URL: BASE },
);
