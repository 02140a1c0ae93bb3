import { hash } from 'node:crypto';
import { expect } from 'chai';

import { VERSION } from '../shared/version.ts';
import { formatCursor } from '../routers/data/cursor.ts';
import { comment, set } from './support/comments.ts';
import { open, visit } from './support/pages.ts';
import { request, sendRaw } from './support/raw.ts';
import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

describeVisited('pages', (use) => {
  before(async () => {
    const service = use();
    await set(service, { title: 'Salt & <Paper>', description: 'On "bread"', language: 'de', author: 'Ann' });
    for (let day = 10; day < 22; day += 1) await write(service, { title: `Post ${day}`, date: `2026-02-${day}` });
    await write(service, {
      title: '<img src=x onerror=alert(1)> & "more"',
      id: 'hostile',
      content: '# Body\n\n*text* <script>alert(2)</script> [x](javascript:alert(3))',
      excerpt: '</p><script>alert(4)</script>',
      category: '"><b>',
      tags: ['<i>'],
      author: '<b>Bea</b>',
      date: '2026-02-28',
    });
    await write(service, {
      title: 'Locked',
      id: 'locked',
      content: 'MARKER1',
      password: 'secret',
      excerpt: 'A letter',
    });
    await write(service, { title: 'MARKER2', id: 'draft', content: 'MARKER2', status: 'draft' });
  });

  it('the home page shows site, posts and navigation', async () => {
    const { status, headers, text } = await visit(use(), '/');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(text).to.match(/^<!doctype html>\s+<html lang="de" dir="ltr">/);
    expect(text).to.include('<title>Salt &amp; &lt;Paper&gt;</title>');
    expect(text).to.include('<meta name="description" content="On &#34;bread&#34;">');
    expect(text)
      .to.match(/<a [^>]*href="\/posts\/post-21"[^>]*>Post 21<\/a>/)
      .and.include('21. Februar 2026');
    for (const address of ['/feed.xml', '/atom.xml', '/feed.json', '/guestbook']) {
      expect(text).to.include(`href="${address}"`);
    }
    expect(text).to.not.include('Post 12<');
  });

  it('the home page has further pages', async () => {
    expect(await open(use(), '/')).to.include('href="/page/2"');
    const second = await open(use(), '/page/2');
    expect(await open(use(), '/?page=2')).to.equal(second);
    expect(second).to.include('Post 12<').and.include('rel="prev" href="/"').and.not.include('rel="next"');
  });

  for (const query of ['page=3', 'page=0', 'page=x', 'page=1e1', 'page=201', 'page=1&page=2']) {
    it(`the home page does not exist with ?${query}`, async () => {
      expect((await visit(use(), `/?${query}`)).status).to.equal(404);
    });
  }

  it('a post has a page with its text as HTML', async () => {
    const text = await open(use(), '/posts/hostile');
    expect(text).to.include('<h2 id="body">Body<a ').and.include('<em>text</em>').and.include('<a>x</a>');
    expect(text).to.include('<h1 class="p-name">&lt;img src=x onerror=alert(1)&gt; &amp; &#34;more&#34;</h1>');
    expect(text).to.include('data-post="hostile"');
  });

  // docs/interface.md, Y19
  it('a post whose text begins with its title shows it once', async () => {
    const title = 'A "walk" & more';
    const of = async (content: string, id = 'repeated') => {
      const method = (await use().admin('GET', `/api/posts/${id}`)).status === 200 ? 'PUT' : 'POST';
      const path = method === 'PUT' ? `/api/posts/${id}` : '/api/posts';
      expect((await use().admin(method, path, { id, title, content, status: 'published' })).status).to.be.oneOf([
        200, 201,
      ]);
      return open(use(), `/posts/${id}`);
    };
    const headings = (page: string) => page.match(/<h[12][^>]*>[^<]*walk/g) ?? [];
    for (const heading of ['# A "walk" & more', '## a "Walk" &amp; more', 'A "walk" & more\n===']) {
      const page = await of(`${heading}\n\nText.\n\n## Next\n\n## Last\n\n## Walk`);
      expect(headings(page), heading).to.deep.equal(['<h1 class="p-name">A &#34;walk']);
      expect(page).to.match(/e-content" dir="ltr">\n<p>Text\./);
      expect(page, 'directly below the title').to.match(/<h2 id="next"[^>]*>Next/);
    }
    const deeper = await of('# A "walk" & more\n\nText.\n\n## Next\n\n### Deep');
    expect(deeper.match(/<h[1-6] id="(?:next|deep)"/g)).to.deep.equal(['<h2 id="next"', '<h3 id="deep"']);
    for (const heading of ['# A *walk* & more', '# Another "walk"', 'Text.\n\n# A "walk" & more']) {
      expect((await of(`${heading}\n\nText.`)).match(/<h2[^>]*>[^<]*(<em>)?/g)?.[0], heading).to.match(/^<h2 id="/);
    }
    await use().admin('DELETE', '/api/posts/repeated');
  });

  // docs/interface.md, F12
  it('a post has an author only if it has its own', async () => {
    const named = await open(use(), '/posts/hostile');
    expect(named)
      .to.include('<span class="author p-author h-card">&lt;b&gt;Bea&lt;/b&gt;</span>')
      .and.include('"name":"\\u003cb');
    const other = await open(use(), '/posts/post-21');
    expect(other).to.include('"author":{"@type":"Person","name":"Ann"}').and.not.include('class="author');
  });

  for (const path of ['/', '/posts/hostile']) {
    it(`nothing that an author writes becomes a script on ${path}`, async () => {
      const text = await open(use(), path);
      expect(text.match(/<script[^>]*>/g)).to.deep.equal([
        '<script>',
        `<script src="/assets/site.js?v=${VERSION}" type="module">`,
        '<script type="application/ld+json">',
      ]);
      expect(withoutMeta(text))
        .to.not.match(/<[^>]*(onerror|javascript:)/)
        .and.not.match(/<(i|b)>/);
    });
  }

  it('a protected post does not contain its text', async () => {
    const text = await open(use(), '/posts/locked');
    expect(text).to.include('Locked').and.include('A letter').and.include('passwortgeschützt');
    expect(text).to.not.include('MARKER');
  });

  for (const path of [
    '/posts/draft',
    '/posts/none',
    '/none',
    '/posts',
    '/posts/a/b',
    '/.env',
    '/preview',
    '/sw.js/x',
  ]) {
    it(`${path} has the not-found page`, async () => {
      const { status, headers, text } = await visit(use(), path);
      expect(status).to.equal(404);
      expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(text).to.include('<h1>Nicht gefunden</h1>').and.not.include('MARKER');
      expect(text).to.include('Unter dieser URL wurde nichts gefunden.');
    });
  }

  for (const path of ['/api/none', '/api', '/api/posts/none', '/trpc/none']) {
    it(`${path} stays JSON`, async () => {
      const { status, headers } = await visit(use(), path);
      expect(status).to.equal(404);
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    });
  }

  it('a malformed URL has an error page too', async () => {
    const { status, text } = await visit(use(), '/posts/%zz');
    expect(status).to.equal(400);
    expect(text).to.include('Die Anfrage wurde abgelehnt.');
  });

  it('one trailing slash is accepted, and other methods are rejected', async () => {
    expect(await open(use(), '/guestbook/')).to.equal(await open(use(), '/guestbook'));
    const { status, headers } = await visit(use(), '/guestbook', {}, 'DELETE');
    expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
  });

  it('all pages have the security headers and load nothing that these forbid', async () => {
    for (const path of ['/', '/posts/hostile', '/guestbook', '/none', '/assets/site.css', '/sw.js']) {
      const { headers, text } = await visit(use(), path);
      expect(headers.get('content-security-policy')).to.include("script-src 'self'").and.not.include('unsafe');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(withoutMeta(text)).to.not.match(/<style|<[^>]+ style=|<[^>]+ on[a-z]+=/);
      for (const [, script = ''] of text.matchAll(/<script>([^<]*)</g)) {
        expect(headers.get('content-security-policy')).to.include(`'sha256-${hash('sha256', script, 'base64')}'`);
      }
    }
  });

  it('pages are cached until they change', async () => {
    const { headers } = await visit(use(), '/posts/post-21');
    expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await visit(use(), '/posts/post-21', known)).status).to.equal(304);
    await set(use(), { title: 'Another' });
    expect((await visit(use(), '/posts/post-21', known)).text).to.include('<title>Post 21 · Another</title>');
    await set(use(), { title: 'Salt & <Paper>' });
  });

  it('HEAD has the length', async () => {
    const { headers, text } = await visit(use(), '/', {}, 'HEAD');
    expect(text).to.equal('');
    expect(Number(headers.get('content-length'))).to.be.above(1000);
  });
});

describeVisited('the page of the guestbook', (use) => {
  before(async () => {
    const service = use();
    const first = await comment(service, 'gb-note', { author: 'Ann & <Co>', content: 'First <b>note</b>\n&amp;' });
    await comment(service, 'gb-note', { author: 'Bo', content: 'Second note' });
    const reply = await comment(service, 'gb-note', { author: 'Cy', content: 'Reply', parentId: first.comment.id });
    await comment(service, 'gb-note', { author: 'Di', content: 'Deeper', parentId: reply.comment.id });
    await comment(service, 'gb-idea', { author: 'Ed', content: 'An idea' });
    await set(service, { commentModeration: 'all' });
    await comment(service, 'gb-note', { author: 'Fay', content: 'MARKER held' });
    await set(service, { commentModeration: 'off' });
  });

  it('shows both sections, the newest first, with replies below their parents', async () => {
    const text = await open(use(), '/guestbook');
    const order = ['id="gb-note"', 'Second note', 'First', '>Reply</p>', 'Deeper', 'id="gb-idea"', 'An idea'];
    const places = order.map((words) => text.indexOf(words));
    expect(places)
      .to.deep.equal(places.toSorted((a, b) => a - b))
      .and.not.include(-1);
    expect(text).to.not.include('MARKER');
  });

  it('shows pinned entries before newer ones', async () => {
    const text = await open(use(), '/guestbook');
    const [, id] = /<li id="([^"]+)"(?:(?!<li )[\s\S])*First &lt;b&gt;/.exec(text)!;
    await use().admin('PUT', `/api/comments/${id}`, { pinned: true });
    const pinned = await open(use(), '/guestbook');
    await use().admin('PUT', `/api/comments/${id}`, { pinned: false });
    expect(pinned.indexOf('First &lt;b&gt;')).to.be.within(1, pinned.indexOf('Second note'));
  });

  it("escapes visitors' text exactly once", async () => {
    const text = await open(use(), '/guestbook');
    expect(text).to.include('<b class="author">Ann &amp; &lt;Co&gt;</b>');
    expect(text).to.include('<div class="text" dir="ltr"><p>First &lt;b&gt;note&lt;/b&gt;<br>&amp;amp;</p>');
  });

  // docs/interface.md, Y16
  it('gives a text in angle brackets the direction of its letters', async () => {
    await comment(use(), 'gb-note', { content: '<שלום שלום שלום> ok' });
    expect(await open(use(), '/guestbook')).to.include('<div class="text" dir="rtl"><p>&lt;שלום שלום שלום&gt; ok</p>');
  });

  it('has a form for each section while comments are allowed', async () => {
    const forms =
      /<form class="write" id="write-gb-(note|idea)" action="\/posts\/gb-\1\/comments#write-gb-\1" method="post"/g;
    expect((await open(use(), '/guestbook')).match(forms)).to.have.lengthOf(2);
    await set(use(), { commentsEnabled: false });
    const closed = await open(use(), '/guestbook');
    await set(use(), { commentsEnabled: true });
    expect(closed).to.not.match(forms);
    expect(closed).to.include('Comments are closed at the moment.');
  });

  it('links to entries older than the newest 300, and back', async () => {
    const service = use();
    for (let number = 1; number <= 300; number += 1) await comment(service, 'gb-idea', { content: `Idea ${number}.` });
    const text = await open(service, '/guestbook');
    expect(text).to.include('Idea 300.').and.not.include('An idea').and.not.include('Newest entries');
    const [, query = ''] = /href="\/guestbook\?(gb-idea=[0-9a-z]+)#gb-idea"/.exec(text) ?? [];
    const older = await open(service, `/guestbook?${query}`);
    expect(older).to.include('An idea').and.not.include('Idea 300.');
    expect(older.match(/<a [^>]*>Newest entries</g)).to.deep.equal(['<a href="/guestbook#gb-idea">Newest entries<']);
    expect((await visit(service, '/guestbook?gb-idea=!')).status).to.equal(400);
  });
});

describeVisited('the comments of a post', (use) => {
  const heading = (text: string) => /<h2 id="comments-title"[^>]*>([^<]*)</.exec(text)?.[1];

  it('have a count if there are any', async () => {
    const id = await write(use(), { title: 'Quiet' });
    const quiet = await open(use(), `/posts/${id}`);
    expect(heading(quiet)).to.equal('Comments');
    expect(quiet).to.include('No comments yet.').and.not.include('0 comments');
    await comment(use(), id);
    expect(heading(await open(use(), `/posts/${id}`))).to.equal('1 comment');
  });

  it('link from older ones to the newest', async () => {
    const id = await write(use(), { title: 'Long ago' });
    await comment(use(), id, { content: 'The first one' });
    const next = await comment(use(), id, { content: 'The next one' });
    const { kysely } = use().database;
    const stored = kysely.selectFrom('comments').select('key').where('id', '=', next.comment.id);
    const { key } = await stored.executeTakeFirstOrThrow();
    const newest = await open(use(), `/posts/${id}`);
    expect(newest).to.not.include('Newest comments');
    const earlier = await open(use(), `/posts/${id}?before=${formatCursor(key)}`);
    expect(earlier).to.include('The first one').and.include(`<a href="/posts/${id}#comments">Newest comments</a>`);
  });
});

describeVisited('the page of a preview link', (use) => {
  async function preview(): Promise<string> {
    const id = await write(use(), { title: 'Not yet', content: '**soon**', status: 'draft' });
    const { body } = await use().admin('POST', `/api/posts/${id}/preview-link`, {});
    return new URL((body as { url: string }).url).pathname;
  }

  it('shows a draft with the link only', async () => {
    const { status, headers, text } = await visit(use(), await preview());
    expect(status).to.equal(200);
    expect(text).to.include('<h1 class="p-name">Not yet</h1>').and.include('<strong>soon</strong>');
    expect(text).to.include('<meta name="robots" content="noindex">');
    expect(text).to.not.match(/data-post|data-thread|rel="canonical"/);
    expect(headers.get('x-robots-tag')).to.equal('noindex');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('etag')).to.equal(null);
  });

  it('is the same page for all invalid and expired links', async () => {
    const path = await preview();
    use().clock.advance(8 * 24 * 3_600_000);
    const answers = await Promise.all(
      [path, `${path}x`, `${path.slice(0, -1)}-`, '/preview/x', '/preview/..%2f'].map((one) => visit(use(), one)),
    );
    for (const { status, headers, text } of answers) {
      expect(status).to.equal(403);
      expect(headers.get('x-robots-tag')).to.equal('noindex');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(text).to.equal(answers[0]?.text).and.include('This preview link is no longer valid.');
    }
  });
});

describeVisited('files of the site', (use) => {
  for (const [name, type] of [
    ['site.css', 'text/css; charset=utf-8'],
    ['site.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['icon-192.png', 'image/png'],
    ['en.json', 'application/json; charset=utf-8'],
  ] as const) {
    it(`${name} is immutable only under the URL of the version`, async () => {
      const { headers } = await visit(use(), `/assets/${name}?v=${VERSION}`);
      expect(headers.get('content-type')).to.equal(type);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      for (const query of ['', '?v=', '?v=1', `?v=${VERSION}&v=${VERSION}`]) {
        const other = await visit(use(), `/assets/${name}${query}`);
        expect(other.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      }
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await visit(use(), `/assets/${name}`, known)).status).to.equal(304);
      expect(headers.get('ratelimit-limit')).to.equal(null);
    });
  }

  it('the service worker is revalidated each time', async () => {
    const { headers } = await visit(use(), '/sw.js');
    expect(headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
  });

  for (const path of [
    '/assets/../package.json',
    '/assets/..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/assets//etc/passwd',
    '/assets/site.css%00',
    '/assets/SITE.CSS',
    '/assets/sw.js',
    '/assets/',
    '/../../etc/passwd',
    '//etc/passwd',
  ]) {
    it(`${path} is not served`, async () => {
      const [answer] = await sendRaw(use().url, request(`GET ${path} HTTP/1.1`, 'Host: a.example'));
      expect(answer?.status).to.be.oneOf([400, 404]);
      expect(answer?.text).to.not.match(/root:|"dependencies"|octavo-\d/);
    });
  }
});

describeService(
  'pages with a site address',
  (use) => {
    it('have a canonical URL', async () => {
      await write(use(), { title: '面包', id: '面包' });
      expect(await open(use(), '/posts/%E9%9D%A2%E5%8C%85')).to.include(
        '<link rel="canonical" href="https://blog.example/posts/%E9%9D%A2%E5%8C%85">',
      );
    });
  },
  { SITE_URL: 'https://blog.example' },
);

describeService(
  'SITE=off',
  (use) => {
    for (const path of ['/', '/guestbook', '/assets/site.css', '/sw.js', '/none']) {
      // docs/interface.md, F11
      it(`does not serve ${path}`, async () => {
        const { status, headers } = await visit(use(), path);
        expect([status, headers.get('content-type')]).to.deep.equal([404, 'application/json; charset=utf-8']);
      });
    }

    for (const path of ['/feed.xml', '/sitemap.xml', '/robots.txt', '/.well-known/ard.json', '/api/posts']) {
      it(`serves ${path}`, () => open(use(), path));
    }
  },
  { SITE: 'off' },
);

/** Attributes that contain text, where it is inert. */
function withoutMeta(text: string): string {
  return text.replaceAll(/<meta [^>]*>/g, '');
}
