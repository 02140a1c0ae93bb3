import { expect } from 'chai';

import { isServicePath, ownPaths } from '../routers/data/redirects/path.ts';
import { reservedIds } from '../shared/reserved-ids.ts';
import { pages } from '../server/site/pages/routes.ts';
import { routes } from '../server/http/procedure-routes.ts';
import { comment, expectRefusal } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { open, visit } from './support/pages.ts';
import type { BlogOutputs } from '../client/api/types.ts';
import { expectRefusedField, ids, write } from './support/posts.ts';
import { found } from './support/search.ts';
import type { TestService } from './support/service.ts';
import { exported, take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

type SiteAnswer = BlogOutputs['search']['site'];

/** Creates a page as the administrator and returns its id. */
async function page({ admin }: TestService, fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await admin('POST', '/api/pages', { title: 'A page', ...fields });
  expect(status, JSON.stringify(body)).to.equal(201);
  return (body as { id: string }).id;
}

// docs/interface.md, G1, G2, G5, Q13
describeVisited.onBothEngines('pages beside posts', (use) => {
  const text = { content: 'Lighthouse keepers.', tags: ['sea'], category: 'Coast', pinned: true };

  it('are in no list, count, search, feed or change of posts, and change nothing about them', async () => {
    const { call, admin } = use();
    await write(use(), { id: 'harbour', ...text, date: '2026-01-01' });
    const listed = await publicLists();
    const days = (await admin('GET', '/api/admin/stats')).body;
    const all = (await admin('GET', '/api/admin/posts?search=keepers')).body;

    await page(use(), { id: 'about', ...text, allowComments: true });
    await page(use(), { id: 'hidden', ...text, status: 'draft' });
    await page(use(), { id: 'later', ...text, publishAt: '2027-01-01T00:00:00Z' });
    await call('POST', '/api/posts/about/view');
    await call('POST', '/api/posts/about/like');
    await comment(use(), 'about');

    for (const [path, body] of Object.entries(await publicLists())) expect(body, path).to.equal(listed[path]);
    expect((await admin('GET', '/api/admin/posts?search=keepers')).body).to.deep.equal(all);
    expect((await admin('GET', '/api/admin/stats')).body).to.deep.equal(days);
    expect(ids(await admin('GET', '/api/admin/posts?kind=page&sort=title&order=asc'))).to.deep.equal([
      'about',
      'hidden',
      'later',
    ]);
    expect((await admin('POST', '/api/posts/bulk', { action: 'delete', ids: ['about'] })).body.changed).to.equal(0);
    expect(await found(use(), 'keepers')).to.deep.equal(['harbour']);
    const { body } = await call('GET', '/api/search/site?q=keepers');
    const kinds = (body as SiteAnswer).results.map(({ kind, id }) => `${kind} ${id}`);
    expect(kinds).to.have.members(['post harbour', 'page about']);
    const shown = await open(use(), '/search?q=keepers');
    expect(shown).to.include('href="/about"').and.include('href="/posts/harbour"').and.not.include('href="/hidden"');
    const map = await open(use(), '/sitemap.xml');
    expect(map).to.include('/about</loc>').and.include('/posts/harbour</loc>').and.not.include('/later');

    const names = ({ body }: { body: { pages: { id: string }[] } }) => body.pages.map(({ id }) => id);
    expect(names(await call('GET', '/api/pages'))).to.deep.equal(['about']);
    expect(names(await admin('GET', '/api/pages?pageSize=2'))).to.deep.equal(['about', 'hidden']);
    use().clock.jump(Date.parse('2027-01-01T00:00:01Z') - use().clock.now());
    expect(names(await call('GET', '/api/pages'))).to.deep.equal(['about', 'later']);
  });

  /** The public lists and feeds by path. */
  async function publicLists(): Promise<Record<string, string>> {
    const paths = [
      ...['/api/posts', '/api/posts?tag=sea', '/api/posts?category=Coast', '/api/posts?search=keepers'],
      ...['/api/posts?sort=title', '/api/posts?sort=date&tags=sea', '/api/posts?sort=updated&from=2020-01-01'],
      ...['/api/search?q=keepers', '/api/popular', '/api/popular?range=7d', '/api/stats', '/api/changes'],
      ...['/feed.xml', '/feed.json', '/', '/archive', '/archive/2026', '/tags/sea', '/posts/harbour'],
    ];
    const bodies: Record<string, string> = {};
    for (const path of paths) {
      const { status, text: body } = await visit(use(), path);
      expect(status, path).to.equal(200);
      bodies[path] = body.replaceAll(/"cursor":"[^"]*"/g, '');
    }
    return bodies;
  }
});

describeVisited('pages', (use) => {
  // docs/interface.md, G1, G2, G3
  it('are written like posts, under ids of their own', async () => {
    const { call, admin } = use();
    const made = await admin('POST', '/api/pages', { title: 'Search', date: 'nonsense', tags: ['a'], content: '# Hi' });
    expect([made.status, made.headers.get('location'), made.body.id]).to.deep.equal([
      201,
      '/api/pages/search-2',
      'search-2',
    ]);
    const { page: read } = (await call('GET', '/api/pages/search-2?include=html')).body;
    expect(read).to.include({ title: 'Search', content: '# Hi', allowComments: 0, status: 'published' });
    expect(read.html).to.include('<h2');
    expect(read).to.not.have.any.keys('date', 'kind');
    const { html: _, ...same } = read;
    const unchanged = await admin('PUT', '/api/pages/search-2', same);
    expect(unchanged.body.version).to.equal(read.version);
    const stale = await admin('PUT', '/api/pages/search-2', { title: 'X', ifVersion: read.version - 1 });
    expect(stale.status).to.equal(412);
    expect((await admin('PUT', '/api/pages/search-2', { title: 'Where', allowComments: true })).status).to.equal(200);

    await write(use(), { id: 'a-post' });
    for (const [method, path] of [
      ['GET', '/api/posts/search-2'],
      ['PUT', '/api/posts/search-2'],
      ['DELETE', '/api/posts/search-2'],
      ['GET', '/api/pages/a-post'],
      ['PUT', '/api/pages/a-post'],
      ['DELETE', '/api/pages/a-post'],
    ] as const) {
      const { status, body } = await admin(method, path, method === 'PUT' ? { title: 'No' } : undefined);
      expect([status, body.code], `${method} ${path}`).to.deep.equal([404, 'NOT_FOUND']);
    }
    for (const [path, id] of [
      ['/api/pages', 'a-post'],
      ['/api/pages', 'search-2'],
      ['/api/posts', 'search-2'],
    ]) {
      const { status, body } = await admin('POST', path!, { title: 'Taken', id });
      expect([status, body.code]).to.deep.equal([409, 'POST_EXISTS']);
    }
    for (const id of ['posts', 'API', 'gb-note']) {
      expectRefusedField(await admin('POST', '/api/pages', { title: 'Reserved', id }), 'id');
    }
    expectRefusedField(await admin('POST', '/api/posts/search-2/rename', { newId: 'archive' }), 'newId');
    expect((await admin('POST', '/api/posts/a-post/rename', { newId: 'archive' })).status).to.equal(200);
    const secret = await newKey(use(), 'posts');
    expect((await call('DELETE', '/api/pages/search-2', { token: secret })).status).to.equal(200);
  });

  // docs/interface.md, H9, P35
  // docs/interface.md, P9, H8
  it('have an ETag with their version, which If-Match accepts until they change', async () => {
    const { admin } = use();
    const path = `/api/pages/${await page(use(), { title: 'Tagged' })}`;
    const tag = async () => (await admin('GET', path)).headers.get('etag') ?? '';
    const first = { 'if-match': await tag() };
    expect((await admin('PUT', path, { title: 'Retagged' }, first)).status).to.equal(200);
    expect((await admin('PUT', path, { title: 'Late' }, first)).status).to.equal(412);
    expect((await admin('DELETE', path, undefined, first)).status).to.equal(412);
    expect((await admin('DELETE', path, undefined, { 'if-match': await tag() })).status).to.equal(200);
  });

  it('have HTML whose URLs follow the site address, from the cache too', async () => {
    await page(use(), { id: 'linked', content: '[A](/a)' });
    const html = async () => (await use().call('GET', '/api/pages/linked?include=html')).body.page.html as string;
    try {
      for (const siteUrl of ['https://one.example', 'https://two.example']) {
        await use().admin('PUT', '/api/admin/settings', { siteUrl });
        expect(await html()).to.include(`<a href="${siteUrl}/a"`);
      }
    } finally {
      await use().admin('PUT', '/api/admin/settings', { siteUrl: '' });
    }
  });

  // docs/interface.md, G3
  it('reserve the first segments of all paths of the service', () => {
    const paths = [...routes.map(({ path }) => path), ...pages.map(({ path }) => path)];
    const used = new Set(paths.map((path) => path.split('/')[1]!).filter((name) => /^[a-z]+$/.test(name)));
    expect([...used].filter((name) => !reservedIds.has(name))).to.deep.equal([]);
  });

  // docs/interface.md, X23
  it('are not the only ones that hide redirects: so do all paths at the root that the service answers itself', async () => {
    const fixed = pages.map(({ path }) => path).filter((path) => !path.includes(':'));
    const names = [...reservedIds].flatMap((id) => ['', '.ico', '.js', '.json', '.xml'].map((end) => `/${id}${end}`));
    const isOff = (path: string) => path === '/metrics' || isServicePath(path);
    for (const path of [...fixed, ...names, ...ownPaths].filter((one) => !isOff(one))) {
      const { status } = await fetch(use().url + path, { redirect: 'manual' });
      expect(ownPaths.has(path), `${path}: ${status}`).to.equal(status !== 404);
    }
  });

  // docs/interface.md, G4
  it('take comments only if their owner says so', async () => {
    const { call, admin } = use();
    await page(use(), { id: 'closed' });
    const fields = { author: 'Ada', content: 'Hello there' };
    const list = async () => (await call('GET', '/api/posts/closed/comments')).body;
    expect(await list()).to.deep.equal({ ok: true, comments: [], total: 0, closed: 1 });
    const refused = await call('POST', '/api/posts/closed/comments', { body: fields });
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'COMMENTS_CLOSED']);
    expect(await open(use(), '/closed')).to.not.include('data-thread');

    await admin('PUT', '/api/pages/closed', { allowComments: true });
    expect(await list()).to.deep.equal({ ok: true, comments: [], total: 0 });
    const { comment: written } = await comment(use(), 'closed');
    await admin('PUT', '/api/settings', { commentModeration: 'off' });
    expect(await open(use(), '/closed'))
      .to.include('data-thread="closed"')
      .and.include('action="/posts/closed/comments');
    const form = await fetch(`${use().url}/posts/closed/comments`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'cf-connecting-ip': '10.9.9.9' },
      body: new URLSearchParams({ author: 'Bea', content: 'By form' }),
    });
    expect([form.status, form.headers.get('location')?.split('?')[0]]).to.deep.equal([303, '/closed']);
    const wrong = await fetch(`${use().url}/posts/closed/comments`, {
      method: 'POST',
      headers: { 'cf-connecting-ip': '10.9.9.8' },
      body: new URLSearchParams({ author: '', content: 'No name' }),
    });
    expect([wrong.status, await wrong.text()].join(' ')).to.match(/^400 [\s\S]*data-thread="closed"/);
    await admin('PUT', `/api/comments/${written.id}`, { status: 'approved' });
    expect((await call('GET', '/api/comments/counts?ids=closed')).body.counts.closed).to.equal(2);

    await admin('PUT', '/api/pages/closed', { allowComments: false });
    expect((await call('GET', '/api/posts/closed/comments')).body.comments).to.deep.equal([]);
    expect((await call('GET', `/api/posts/closed/comments/${written.id}`)).status).to.equal(404);
    expectRefusal(await call('POST', `/api/comments/${written.id}/like`), 404, 'NOT_FOUND');
    expect((await call('GET', '/api/comments/counts?ids=closed')).body.counts.closed).to.equal(0);
  });

  // docs/interface.md, G5, G6
  it('stand at the root of the site, after its own paths and before redirects', async () => {
    const { admin } = use();
    await take(use(), [{ sourceKey: 'old', title: 'Imported', id: 'imported', aliases: ['/contact', '/old-about'] }]);
    await page(use(), { id: 'contact', title: 'Contact', excerpt: 'How to reach us.', content: 'Write [here](#top).' });
    const { status, headers, text } = await visit(use(), '/contact');
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'public, max-age=0, must-revalidate']);
    expect(text).to.include('<title>Contact · ').and.include('content="How to reach us."').and.include('/contact.md');
    expect((await visit(use(), '/contact', { 'if-none-match': headers.get('etag')! })).status).to.equal(304);
    expect(await open(use(), '/contact.md')).to.match(/^---\ntitle: "Contact"\nid: "contact"\n[^]*kind: "page"\n/);
    await admin('PUT', '/api/pages/contact', { title: 'Write to us' });
    expect(await open(use(), '/contact')).to.include('>Write to us</h1>');

    const to = async (path: string) => {
      const answer = await visit(use(), path);
      return [answer.status, answer.headers.get('location')];
    };
    expect(await to('/posts/contact')).to.deep.equal([301, '/contact']);
    expect(await to('/old-about')).to.deep.equal([301, '/posts/imported']);
    await admin('POST', '/api/posts/contact/rename', { newId: 'write' });
    expect(await to('/posts/contact?a=b')).to.deep.equal([301, '/write?a=b']);
    expect(await to('/contact')).to.deep.equal([301, '/write']);
    await admin('PUT', '/api/pages/write', { status: 'draft' });
    expect(await to('/write')).to.deep.equal([404, null]);

    // Unknown paths have the same answers as before.
    for (const [method, path, expected] of [
      ['POST', '/nowhere', 404],
      ['OPTIONS', '/nowhere', 404],
      ['GET', '/nowhere', 404],
      ['GET', '/API', 404],
    ] as const) {
      const answer = await visit(use(), path, {}, method);
      expect(answer.status, `${method} ${path}`).to.equal(expected);
      expect(answer.headers.get('content-type')).to.match(path === '/API' ? /json/ : /html/);
      expect(answer.text).to.include('Nothing was found at this URL.');
    }

    const link = (await admin('POST', '/api/posts/write/preview-link', {})).body.url as string;
    expect(await open(use(), new URL(link).pathname))
      .to.include('>Write to us</h1>')
      .and.not.include('<time');
  });

  // docs/interface.md, G7, G8
  it('share revisions, working copies, views and likes with posts, and keep their kind when they move', async () => {
    const { admin, call } = use();
    await page(use(), { id: 'moving', title: 'One', allowComments: true });
    await admin('PUT', '/api/pages/moving', { title: 'Two' });
    const { revisions } = (await admin('GET', '/api/posts/moving/revisions')).body;
    expect(revisions).to.have.length(2);
    await admin('POST', `/api/posts/moving/revisions/${revisions[1].version}/restore`, {});
    const restored = (await call('GET', '/api/pages/moving')).body.page;
    expect(restored).to.include({ title: 'One', allowComments: 1 });
    const copy = { baseVersion: restored.version, fields: { title: 'Three' } };
    expect((await admin('PUT', '/api/posts/moving/working-copy', copy)).status).to.equal(200);
    expect((await admin('POST', '/api/posts/moving/working-copy/publish', {})).status).to.equal(200);
    expect((await call('POST', '/api/posts/moving/like')).body.likes).to.equal(1);

    const out = (await exported(use())).find(({ id }) => id === 'moving')!;
    expect(out).to.include({ kind: 'page', allowComments: 1, title: 'Three' });
    await admin('DELETE', '/api/pages/moving');
    await take(use(), [{ ...out, sourceKey: 'moved' }]);
    expect((await call('GET', '/api/pages/moving')).body.page).to.include({ title: 'Three', allowComments: 1 });
    // An existing page stays a page.
    await take(use(), [{ sourceKey: 'moved', title: 'Four' }]);
    expect((await call('GET', '/api/pages/moving')).body.page).to.include({ title: 'Four', allowComments: 1 });
  });

  // docs/interface.md, S3, S4
  it('are found by the menus that the owner sets, and the guestbook can be hidden', async () => {
    const { admin, call } = use();
    const menu = async (element: 'nav' | 'footer', path = '/archive') => {
      const [, html = ''] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(await open(use(), path)) ?? [];
      return [...html.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)</g)].map(
        ([, url, here = '', label]) => `${label} ${url}${here && ' here'}`,
      );
    };
    expect(await menu('nav')).to.deep.equal(['Archive /archive here', 'Guestbook /guestbook', 'Search /search']);
    expect(await menu('footer')).to.deep.equal(['RSS /feed.xml', 'Atom /atom.xml', 'JSON Feed /feed.json']);

    await page(use(), { id: 'imprint', title: 'Imprint' });
    const about = { label: 'Who & why', url: '/imprint' };
    const navigation = [about, { page: 'search' }, { page: 'archive', label: 'All posts' }, { page: 'guestbook' }];
    const changes = { navigation, footerNavigation: [about], guestbookEnabled: false };
    const { body } = await admin('PUT', '/api/admin/settings', changes);
    expect(body).to.deep.include(changes);
    expect(await menu('nav')).to.deep.equal(['Who &amp; why /imprint', 'Search /search', 'All posts /archive here']);
    expect(await menu('nav', '/imprint')).to.include('Who &amp; why /imprint here');
    expect(await menu('footer')).to.deep.equal(['Who &amp; why /imprint']);
    expect((await visit(use(), '/guestbook')).status).to.equal(404);
    expect((await call('GET', '/api/posts/gb-note/comments')).status).to.equal(200);
    expect(await open(use(), '/llms.txt')).to.not.include('/guestbook');
    await admin('PUT', '/api/admin/settings', { navigation: null, footerNavigation: null, guestbookEnabled: true });
    expect(await menu('nav')).to.include('Guestbook /guestbook');
  });
});
