import { expect } from 'chai';

import { EVERYTHING } from '../server/storage/changes.ts';
import { comment, set } from './support/comments.ts';
import { picture } from './support/files.ts';
import { write } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { uploaded, withSizes } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

/** Pages, feeds and answers in which something of another object is shown. */
const PATHS = [
  ...['/', '/archive', '/posts/one', '/posts/two', '/about', '/tags', '/tags/sea', '/categories/Coast', '/guestbook'],
  ...['/authors', '/authors/ada', '/search?q=words', '/posts/one.md', '/feed.xml', '/feed.json', '/sitemap.xml'],
  ...['/tags/sea/feed.xml', '/authors/ada/feed.xml', '/posts/one/comments.xml', '/llms.txt'],
  ...['/api/posts', '/api/posts?include=html', '/api/posts?include=comments', '/api/posts?author=ada', '/api/pages'],
  ...['/api/posts/one?include=html', '/api/pages/about?include=html', '/api/posts/one/comments', '/api/site'],
  ...['/api/threads/reactions?post=one', '/api/authors', '/api/search/site?q=words', '/api/stats'],
];

interface Objects {
  mediaId: string;
  image: string;
  commentId: string;
}

/** A write, and the body of its request. */
type Write = [method: string, path: string, body?: Record<string, unknown>];

const writesTo = ({ mediaId, image, commentId }: Objects): Write[] => [
  ['PUT', '/api/admin/authors/ada', { name: 'Ada L' }],
  ['PUT', '/api/admin/authors/ada', { bio: 'Writes.' }],
  ['PUT', '/api/admin/authors/ada', { picture: image }],
  ['PUT', '/api/admin/authors/ada', { links: [{ label: 'Home', url: 'https://ada.example/' }] }],
  ['PUT', '/api/admin/names/tag/sea', { description: 'Salt water', color: '#aa0000', picture: image }],
  ['PUT', `/api/media/${mediaId}`, { alt: 'A wave' }],
  ['POST', `/api/media/${mediaId}/edit`, { focus: { x: 0.1, y: 0.9 } }],
  ['PUT', '/api/admin/pictures', { pictures: [{ address: 'https://x.example/a.png', width: 40, height: 30 }] }],
  ['PUT', `/api/comments/${commentId}`, { content: 'Edited words' }],
  ['PUT', `/api/comments/${commentId}`, { pinned: true }],
  ['POST', `/api/comments/${commentId}/reply`, { content: 'Thanks' }],
  ['POST', `/api/comments/${commentId}/like`],
  ['POST', '/api/threads/reactions', { post: 'one', reaction: 'heart' }],
  ['PUT', '/api/posts/two', { title: 'Zwei' }],
  ['PUT', '/api/posts/two', { tags: ['sky'], category: 'Air' }],
  ['PUT', '/api/posts/two', { authors: ['ada'], pinned: true }],
  ['PUT', '/api/posts/two', { noindex: true }],
  ['POST', '/api/posts/bulk', { action: 'unpublish', ids: ['two'] }],
  ['POST', '/api/posts/bulk', { action: 'publish', ids: ['two'] }],
  ['POST', '/api/posts/two/rename', { newId: 'zwei' }],
  ['POST', '/api/admin/names/tag/sea/rename', { newName: 'ocean' }],
  ['PUT', '/api/pages/about', { title: 'About us' }],
  ['POST', '/api/pages/about/trash'],
  ['POST', '/api/admin/trash/about/restore'],
  ['POST', '/api/posts/zwei/trash'],
  ['PUT', '/api/admin/settings', { language: 'de', homeLayout: 'magazine' }],
  ['DELETE', `/api/comments/${commentId}`],
  ['DELETE', '/api/admin/authors/ada'],
];

// docs/interface.md, H9
describeVisited(
  'cached answers after a write',
  (use) => {
    it('are those that an empty cache gives, whatever they show of other objects', async () => {
      const { id: mediaId, url: image } = await uploaded(use(), await picture(2000, 1200).png().toBuffer(), 'wave.png');
      await withSizes(use(), mediaId);
      await set(use(), { siteUrl: 'https://blog.example', reactions: { heart: '❤️' } });
      await use().admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada' });
      const content = `Words ![](${image}) and ![](https://x.example/a.png)`;
      const fields = { content, tags: ['sea'], category: 'Coast', cover: image };
      await write(use(), { id: 'one', title: 'One', ...fields, authors: ['ada'] });
      await write(use(), { id: 'two', title: 'Two', ...fields });
      const about = {
        id: 'about',
        title: 'About',
        content,
        authors: ['ada'],
        status: 'published',
        allowComments: true,
      };
      await use().admin('POST', '/api/pages', about);
      const { comment: written } = await comment(use(), 'one');
      for (const path of PATHS) expect((await use().call('GET', path)).status, path).to.equal(200);

      for (const [method, path, body] of writesTo({ mediaId, image, commentId: written.id })) {
        const { status, body: answer } = await use().admin(method, path, body);
        expect(status, `${method} ${path}: ${JSON.stringify(answer)}`).to.be.below(300);
        const cached = await answers(use());
        await use().changes.hear([EVERYTHING]);
        expect(cached, `${method} ${path} ${JSON.stringify(body)}`).to.deep.equal(await answers(use()));
      }
    });
  },
  { SITE: 'on' },
);

async function answers({ call }: TestService): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const path of PATHS) {
    const { status, headers, body } = await call('GET', path);
    all[path] = [status, headers.get('link'), typeof body === 'string' ? withoutTimes(body) : body];
  }
  return all;
}

/** The time of a feed is that of its last change that the service saw. */
function withoutTimes(text: string): string {
  return text.replaceAll(/<lastBuildDate>[^<]*/g, '');
}
