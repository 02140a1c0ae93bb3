import { expect } from 'chai';
import { sql } from 'kysely';

import { comment } from './support/comments.ts';
import { open, parseXml, visit, type Parsed } from './support/pages.ts';
import { write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';

describeVisited.onBothEngines(
  'sitemap',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    // docs/interface.md, F5
    it('contains the home page and all public pages', async () => {
      const service = use();
      await write(service, { title: 'Plain & simple', id: 'plain' });
      await write(service, { title: '面包', id: '面包' });
      await write(service, { title: 'Locked', id: 'locked', content: 'x', password: 'secret' });
      await write(service, { title: 'Draft', id: 'draft', status: 'draft' });
      await comment(service, 'gb-note');
      const { urlset }: Parsed = parseXml(await open(service, '/sitemap.xml'));
      expect(urlset['@_xmlns']).to.equal('http://www.sitemaps.org/schemas/sitemap/0.9');
      const lastmod = '2026-03-01T12:00:00.000Z';
      expect(urlset.url).to.deep.equal([
        { loc: `${BASE}/` },
        { loc: `${BASE}/posts/plain`, lastmod },
        { loc: `${BASE}/posts/%E9%9D%A2%E5%8C%85`, lastmod },
        { loc: `${BASE}/posts/locked`, lastmod },
      ]);
    });

    itOnce('is the same under its alias, and excludes the guestbook', async () => {
      const text = await open(use(), '/sitemap.xml');
      expect(await open(use(), '/api/sitemap.xml')).to.equal(text);
      expect(text).to.not.match(/guestbook|gb-/);
    });

    it('is updated right after a change', async () => {
      const before = await visit(use(), '/sitemap.xml');
      const known = { 'if-none-match': before.headers.get('etag') ?? '' };
      expect((await visit(use(), '/sitemap.xml', known)).status).to.equal(304);
      await use().admin('DELETE', '/api/posts/locked');
      const { status, text } = await visit(use(), '/sitemap.xml', known);
      expect(status).to.equal(200);
      expect(text).to.not.include('locked');
    });

    itOnce('is listed in robots.txt', async () => {
      const { headers, text } = await visit(use(), '/robots.txt');
      expect(headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      expect(text).to.match(/^User-agent: \*\nAllow: \/\n/);
      expect(text).to.include(`\nSitemap: ${BASE}/sitemap.xml\n`);
    });

    itOnce('has no parts while it is small', async () => {
      const { status, headers } = await visit(use(), '/sitemap-1.xml');
      expect([status, headers.get('content-type')]).to.deep.equal([404, 'text/plain; charset=utf-8']);
    });

    it('is an index of its parts above 50,000 URLs', async () => {
      const { kysely } = use().database;
      await sql`delete from posts`.execute(kysely);
      await addPosts(use(), 1, 49_999);
      await use().changes.hear(['*']);
      expect(addressesIn(await open(use(), '/sitemap.xml'))).to.have.lengthOf(50_000);

      await addPosts(use(), 50_000, 50_001);
      await use().changes.hear(['*']);
      const { sitemapindex }: Parsed = parseXml(await open(use(), '/sitemap.xml'));
      expect(sitemapindex.sitemap).to.deep.equal([{ loc: `${BASE}/sitemap-1.xml` }, { loc: `${BASE}/sitemap-2.xml` }]);
      const [first, second] = [await open(use(), '/sitemap-1.xml'), await open(use(), '/sitemap-2.xml')];
      expect(addressesIn(first)).to.have.lengthOf(50_000);
      const { urlset }: Parsed = parseXml(second);
      expect(urlset.url).to.have.lengthOf(2);
      expect(new Set([first, second].flatMap(addressesIn)).size).to.equal(50_002);
      expect((await visit(use(), '/sitemap-3.xml')).status).to.equal(404);
    });
  },
  { SITE_URL: BASE },
);

/** To parse 50,000 takes seconds. */
function addressesIn(sitemap: string): string[] {
  return sitemap.match(/<loc>[^<]*/g) ?? [];
}

async function addPosts({ database }: Parsed, first: number, last: number): Promise<void> {
  const now = '2026-03-01T12:00:00.000Z';
  await sql`with recursive numbers (n) as (select cast(${first} as integer) union all select n + 1 from numbers where n < ${last})
    insert into posts (slug, title, date, excerpt, cover, category, tags, status, version, created_at, updated_at, content)
    select 'p-' || cast(n as text), 'P', '2026-03-01', '', '', '', '[]', 'published', n + 1000, ${now}, ${now}, ''
    from numbers`.execute(database.kysely);
}
