import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect } from 'chai';

import { crawl } from '../support/crawler.ts';
import { download } from '../../client/cli/download.ts';
import { createBlogClient } from '../../client/index.ts';
import { examineSitePath } from '../../server/operations/doctor/site-path.ts';
import { relocate } from '../../server/config/relocate.ts';
import { siteAddress, siteOriginOf, sitePathOf } from '../../shared/site-address.ts';
import { set } from '../support/comments.ts';
import { photo } from '../support/files.ts';
import { visit } from '../support/pages.ts';
import { write } from '../support/posts.ts';
import { startProxy } from '../support/proxy.ts';
import { describeService } from '../support/service.ts';
import { fillSite } from '../support/site.ts';
import { uploaded } from '../support/uploads.ts';
import { describeVisited } from '../support/visitors.ts';

const ORIGIN = 'https://example.org';
const SITE = `${ORIGIN}/blog`;

describe('the path of a site address', () => {
  // docs/interface.md, H22
  it('is read as browsers write it, and has plain characters only', () => {
    const stored = ['https://Example.ORG:443/blog/', 'https://example.org/blog', ' https://example.org/blog'];
    expect(stored.map(siteAddress)).to.deep.equal([SITE, SITE, null]);
    for (const refused of ['/blog', 'https://a/b%20c', 'https://a/b?c', 'https://a/b#c', 'https://u@a/b', 'ftp://a/b'])
      expect(siteAddress(refused), refused).to.equal(null);
    const addresses = ['', ORIGIN, SITE, 'http://[::1]:8080/a/b.c'];
    expect(addresses.map(sitePathOf)).to.deep.equal(['', '', '/blog', '/a/b.c']);
    expect(addresses.map(siteOriginOf)).to.deep.equal(['', ORIGIN, ORIGIN, 'http://[::1]:8080']);
  });

  // docs/interface.md, H23
  it('is added to the URLs of a document that begin at the root, and to nothing else', () => {
    const rows = [
      ['<a href="/">', '<a href="/blog/">'],
      [`<a title='<a href="/x">' HREF = '/x'>`, `<a title='<a href="/x">' HREF = '/blog/x'>`],
      [
        '<img hidden src=/x srcset="/a,b 1x, /c 2x, //d/e 3x">',
        '<img hidden src=/blog/x srcset="/blog/a,b 1x, /blog/c 2x, //d/e 3x">',
      ],
      ['<form action="/search"><button formaction="/x">', '<form action="/blog/search"><button formaction="/blog/x">'],
      ['<body data-messages="/m" data-post="/p">', '<body data-messages="/blog/m" data-post="/p">'],
      [
        '<script src="/s">"<a href=/x>"</script><a href="/y">',
        '<script src="/blog/s">"<a href=/x>"</script><a href="/blog/y">',
      ],
    ];
    for (const [before = '', after] of rows) expect(relocate(before, '/blog')).to.equal(after);
    const same =
      '<a href="//h/x"><a href="#x"><a href="x"><a href="https://a/x"><a href=""><!-- <a href="/x"> --> href="/x" &lt;a href="/x">';
    expect(relocate(same, '/blog')).to.equal(same);
    expect(relocate('<a href="/">', '')).to.equal('<a href="/">');
  });
});

describeVisited('a site below a path', (use) => {
  const get = (path: string, headers?: Record<string, string>, method?: string) => visit(use(), path, headers, method);
  let former: string;
  let picture: string;
  before(async () => {
    await fillSite(use());
    ({ url: picture } = await uploaded(use(), await photo('jpeg'), 'Harbour.jpg'));
    const path = new URL(picture).pathname;
    const look = { bodyFont: 'inter', homeLayout: 'cards', customCss: `.x{background:url(${path})}` };
    await set(use(), { ...look, logo: path, icon: path, authorPicture: path });
    const content = `![Harbour](${path}) [the archive](/archive) [other](//example.net/x)`;
    former = await write(use(), { title: 'Former', content, cover: path });
    await use().admin('POST', `/api/posts/${former}/rename`, { newId: 'renamed' });
    await set(use(), {
      siteUrl: SITE,
      securityContact: 'mailto:a@example.org',
      navigation: [{ label: 'Post', url: '/posts/renamed' }],
    });
  });

  // docs/interface.md, H22
  it('answers below its path, and at the root only what probes ask for', async () => {
    for (const path of ['/blog/', '/blog/?page=1', '/blog/api/posts', '/%62log/api/posts', '/blog/healthz'])
      expect((await get(path)).status, path).to.equal(200);
    for (const path of ['/healthz', '/readyz', '/.well-known/ard.json', '/.well-known/security.txt'])
      expect((await get(path)).status, path).to.equal(200);
    const { status: unmeasured, text: measures } = await get('/blog/metrics');
    expect(await get('/metrics')).to.include({ status: unmeasured, text: measures });
    for (const path of ['/', '/posts/renamed', '/robots.txt', '/sw.js', '/admin', '/blogs', '/blog%2Fapi/posts']) {
      const { status, text, headers } = await get(path);
      expect([status, headers.get('content-type')], path).to.deep.equal([404, 'text/plain; charset=utf-8']);
      expect(text).to.equal('This blog is at /blog/ on this host; there is nothing at this URL.\n');
    }
    const { status, text } = await get('/api/posts');
    expect(status).to.equal(404);
    expect(JSON.parse(text))
      .to.include({ ok: false, code: 'NOT_FOUND' })
      .and.have.property('error')
      .that.includes('/blog/');
  });

  // docs/interface.md, H22, H23
  it('redirects within its path', async () => {
    const rows = [
      ['/blog', '/blog/'],
      ['/blog?a=b', '/blog/?a=b'],
      ['/blog/page/1', '/blog/'],
      ['/blog/rss', '/blog/feed.xml'],
      [`/blog/posts/${former}?a=b`, '/blog/posts/renamed?a=b'],
      [`/blog/posts/${former}.md`, '/blog/posts/renamed.md'],
    ];
    for (const [path = '', place] of rows) {
      const { status, headers, text } = await get(path);
      expect([status, headers.get('location')], path).to.deep.equal([301, place]);
      expect(text.includes(` ${place?.replace('?a=b', '')}`), text).to.equal(true);
    }
  });

  // docs/interface.md, H23
  // docs/interface.md, X15
  it('has its downloads below its path, for the command line too', async () => {
    const { path } = (await use().admin('POST', '/blog/api/admin/downloads', { kind: 'comments' })).body;
    expect(path).to.match(/^\/blog\/api\/admin\/downloads\//);
    expect((await get(path as string)).status).to.equal(200);
    const url = `${use().url}/blog`;
    const client = createBlogClient({ url, token: use().token });
    const file = join(await mkdtemp(join(tmpdir(), 'octavo-')), 'comments.jsonl');
    await download({ client, url }, 'comments', file, async (whole) => expect((await stat(whole)).size).to.be.above(0));
    await rm(dirname(file), { recursive: true });
  });

  it('creates things with a Location below its path', async () => {
    const { status, headers } = await fetch(`${use().url}/blog/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${use().token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Located' }),
    });
    expect([status, headers.get('location')]).to.deep.equal([201, '/blog/api/posts/located']);
  });

  // docs/interface.md, H23
  it('compares the origin of its address', async () => {
    const allowed = await get('/blog/api/posts', { origin: ORIGIN });
    expect(allowed.headers.get('access-control-allow-origin')).to.equal(ORIGIN);
    expect(allowed.headers.get('strict-transport-security')).to.include('63072000');
    const like = (origin: string) => get('/blog/api/posts/renamed/like', { origin }, 'POST');
    expect((await like(ORIGIN)).status).to.equal(200);
    expect((await like('https://example.net')).status).to.equal(403);
  });

  // docs/interface.md, H23
  it('has no link that leads out of its path or to nothing, from all pages and the sitemap', async () => {
    const from = ['/blog/', '/blog/sitemap.xml', '/blog/archive', '/blog/posts/none/at/all'];
    const { pages, broken, asked } = await crawl(use().url, { from, origins: [ORIGIN] });
    expect(asked).to.be.greaterThan(40);
    expect(broken.filter(({ target }) => target !== '/blog/posts/none/at/all')).to.deep.equal([]);
    for (const [path, html] of pages) {
      expect(path).to.match(/^\/blog\//);
      const paths = [...html.matchAll(/<[^>]*\s(?:href|src|action|data-messages)="(\/(?!\/)[^"]*)"/g)].map(
        ([, one]) => one,
      );
      expect(paths, path).to.not.deep.equal([]);
      for (const one of paths) expect(one, path).to.match(/^\/blog\//);
    }
    const page = pages.get('/blog/posts/renamed')!;
    expect(page).to.include('href="/blog/archive"').and.include('href="//example.net/x"');
    expect(page).to.include('<a href="/blog/posts/renamed" aria-current="page">');
    expect(page).to.include(`src="/blog${new URL(picture).pathname}"`);
    expect(page).to.include(`<link rel="canonical" href="${SITE}/posts/renamed">`);
  });

  // docs/interface.md, H23
  it('has its path in what the owner chose: pictures, icon, fonts and CSS', async () => {
    const { pathname } = new URL(picture);
    const { text: page } = await get('/blog/');
    expect(page).to.include(`class="logo" src="/blog${pathname}"`);
    const [, styles = ''] = /href="(\/blog\/assets\/own-[^"]+)"/.exec(page) ?? [];
    const { text: css } = await get(styles);
    const urls = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url = '']) => new URL(url, ORIGIN + styles).pathname);
    expect(urls).to.include(`/blog${pathname}`);
    for (const [, icon = ''] of page.matchAll(/rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)) urls.push(icon);
    for (const [kind, found] of [
      ['fonts/inter-', 4],
      ['icon-', 2],
    ] as const)
      expect(
        urls.filter((url) => url.startsWith(`/blog/assets/${kind}`)),
        kind,
      ).to.have.lengthOf(found);
    for (const url of new Set(urls)) expect((await get(url)).status, url).to.equal(200);
  });

  // docs/interface.md, H23
  it('writes its path into every absolute URL of feeds and documents', async () => {
    const paths = ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/llms.txt'];
    const documents = [
      '/.well-known/ard.json',
      '/mcp/server-card',
      '/api/posts?include=html',
      '/api/posts/renamed?include=html',
    ];
    for (const path of [...paths, ...documents]) {
      const { status, text } = await get(`/blog${path}`);
      expect(status, path).to.equal(200);
      const own = text.match(/https:\/\/example\.org[^\s"<>)&\\]*/g) ?? [];
      expect(own, path).to.not.deep.equal([]);
      for (const url of new Set(own)) expect(url, path).to.match(/^https:\/\/example\.org\/blog\//);
      for (const url of new Set(own)) {
        const { pathname, search } = new URL(url);
        if (pathname.endsWith('/mcp')) continue;
        expect((await get(pathname + search)).status, `${path}: ${url}`).to.equal(200);
      }
    }
    expect((await get('/blog/feed.xml')).text).to.include(`${SITE}/archive`);
    const { text } = await get('/blog/.well-known/security.txt');
    expect(text).to.include(
      `Canonical: ${ORIGIN}/.well-known/security.txt\nCanonical: ${SITE}/.well-known/security.txt`,
    );
  });

  // docs/interface.md, H23
  it('says its path in manifest, OpenAPI document and reference', async () => {
    const manifest = JSON.parse((await get('/blog/site.webmanifest')).text) as Record<string, unknown>;
    expect(manifest).to.include({ id: '/blog/', start_url: '/blog/', scope: '/blog/' });
    const openApi = JSON.parse((await get('/blog/api/openapi.json')).text) as { servers: unknown };
    expect(openApi.servers).to.deep.equal([{ url: '/blog', description: 'This server' }]);
    const { text } = await get('/blog/api/docs');
    expect(text).to.include('data-url="/blog/api/openapi.json"').and.include('src="/blog/api/docs/viewer.js');
  });

  // docs/interface.md, H22: last, because it moves the site
  it('moves at once when the setting changes, and what was cached moves with it', async () => {
    await get('/blog/');
    const settings = {
      method: 'PUT',
      headers: { authorization: `Bearer ${use().token}`, 'content-type': 'application/json' },
    };
    const put = (path: string, siteUrl: string) =>
      fetch(`${use().url}${path}/api/admin/settings`, { ...settings, body: JSON.stringify({ siteUrl }) });
    expect((await put('/blog', `${ORIGIN}/news`)).status).to.equal(200);
    expect((await get('/blog/')).status).to.equal(404);
    expect((await get('/news/')).text)
      .to.include('href="/news/feed.xml"')
      .and.not.include('/blog/');
    expect((await put('/news', ORIGIN)).status).to.equal(200);
    expect((await get('/')).text)
      .to.include('href="/feed.xml"')
      .and.not.include('/news/');
  });
});

describeService('octavo doctor, of a site below a path', (use) => {
  const levels = async (pathOf?: (path: string) => string) => {
    const proxy = await startProxy(use().url, pathOf);
    const siteUrl = `http://127.0.0.1:${proxy.port}/blog`;
    await set(use(), { siteUrl });
    try {
      return (await examineSitePath(siteUrl)).map(({ level, text }) => `${level}: ${text}`);
    } finally {
      proxy.close();
      use().services.settings.drop();
      await use().database.kysely.deleteFrom('settings').where('name', '=', 'siteUrl').execute();
      await use().services.settings.current();
    }
  };

  it('finds a proxy that takes the path off', async () => {
    expect((await levels())[0]).to.match(/^ok: .*\/blog arrives with \/blog\.$/);
    expect((await levels((path) => path.replace('/blog', '')))[0]).to.match(/^problem: The proxy removes \/blog,/);
    expect((await levels(() => '/blog/api/none'))[0]).to.match(/^warning: Not checked: .* responded with 404\.$/);
    expect(await examineSitePath('https://example.org')).to.deep.equal([]);
    expect(await examineSitePath('http://127.0.0.1:9/blog')).to.deep.equal([]);
  });
});

describeService(
  'a site below a path: SITE_URL',
  (use) => {
    // docs/interface.md, H22, S2
    it('is the configuration of a blog that no request has reached yet', async () => {
      expect((await visit(use(), '/a/b/api/site')).text).to.include('"siteUrl":"https://example.org/a/b"');
      expect((await visit(use(), '/a/api/site')).status).to.equal(404);
    });
  },
  { SITE_URL: 'https://example.org/a/b/' },
);
