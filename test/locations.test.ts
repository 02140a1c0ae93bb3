import { expect } from 'chai';

import { routes } from '../server/http/procedure-routes.ts';
import { picture } from './support/files.ts';
import { uploaded } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

/** A call of each procedure that sends Location. */
const CALLS: Record<string, { path: string; body: object }> = {
  'authors.create': { path: '/api/admin/authors', body: { name: 'Ada' } },
  'media.fetch': { path: '/api/media/fetch', body: { urls: ['https://x.example/b.png'] } },
  'threads.submit': {
    path: '/api/threads/comments',
    body: { url: 'https://notes.example/first', author: 'Ada', content: 'Hello.' },
  },
  'comments.reply': { path: '/api/comments/{comment}/reply', body: { content: 'Welcome.' } },
  'comments.submit': { path: '/api/posts/gb-note/comments', body: { author: 'Ada', content: 'Hello.' } },
  'keys.create': { path: '/api/admin/keys', body: { name: 'Site', scopes: ['read'] } },
  'media.add': { path: '/api/media', body: { url: 'https://x.example/a.png' } },
  'media.edit': { path: '/api/media/{image}/edit', body: { rotate: 90 } },
  'pages.create': { path: '/api/pages', body: { title: 'About' } },
  'posts.create': { path: '/api/posts', body: { title: 'First light' } },
  'redirects.add': { path: '/api/admin/redirects', body: { from: '/old', to: '/archive' } },
  'subscribers.add': { path: '/api/admin/subscribers', body: { email: 'ada@example.org' } },
  'webhooks.create': {
    path: '/api/admin/webhooks',
    body: { url: 'https://hooks.example/', events: ['post.published'], active: false },
  },
};

/** They need a key of an authenticator: test/passkeys.test.ts. */
const ELSEWHERE = new Set(['passkeys.create']);

describeVisited('Location', (use) => {
  before(() =>
    use().admin('PUT', '/api/admin/settings', { commentSites: [{ origin: 'https://notes.example', name: 'Notes' }] }),
  );

  for (const { name, meta } of routes.filter(({ name, meta: { location } }) => location && !ELSEWHERE.has(name))) {
    // docs/interface.md, W4
    it(`of ${name} is a URL that GET returns`, async () => {
      const { path, body } = CALLS[name]!;
      const note = await use().call('POST', '/api/posts/gb-note/comments', {
        body: { author: 'Bob', content: `Before ${name}.` },
      });
      const image = await uploaded(use(), await picture(20, 10).png().toBuffer());
      const place = path.replace('{comment}', note.body.comment.id as string).replace('{image}', image.id);
      const made = await use().admin('POST', place, body);
      expect(made.status).to.equal(meta.status);
      const got = await use().admin('GET', made.headers.get('location')!);
      expect(got.status).to.equal(200);
      const { ok: _, secret: __, receipt: ___, ...object } = made.body;
      if (name === 'media.fetch') expect(got.body).to.include({ total: 1 });
      else if ('id' in object) expect(Object.values(got.body)[1]).to.include(object);
      else if (name === 'media.add')
        expect(got.body.media).to.deep.equal({ ...(object as { media: object }).media, focus: null });
      else expect(got.body).to.deep.equal({ ok: true, ...object });
    });
  }
});
