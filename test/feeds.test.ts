import { expect } from 'chai';

import { comment, set } from './support/comments.ts';
import { open, parseXml, visit, type Parsed } from './support/pages.ts';
import { change, write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';
const ALL = ['/feed.xml', '/atom.xml', '/feed.json', '/api/feed.xml'] as const;

/** Titles that break naive feeds, and their plain text. */
const hostile: [sent: string, read: string][] = [
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['Fish & chips &amp; more', 'Fish & chips &amp; more'],
  ['a ]]> b', 'a ]]> b'],
  ['bell \u0007 and NUL \u0000 end', 'bell  and NUL  end'],
  ['half \ud83d pair', 'half  pair'],
  ['whole 👩‍🚀 pair', 'whole 👩‍🚀 pair'],
  ['not \uffff a character', 'not  a character'],
  ['"quotes" and \'quotes\'', '"quotes" and \'quotes\''],
];

describeVisited(
  'feeds',
  (use) => {
    before(async () => {
      const service = use();
      await set(service, { title: 'Salt & Paper', description: 'On <bread>', author: 'Ann', language: 'de' });
      for (const [at, [title]] of hostile.entries()) {
        await write(service, {
          title,
          id: `p-${at}`,
          date: `2026-02-0${at + 1}`,
          content: `${title} \u0008x\n\n[l](/x) ![p](y.png)`,
        });
      }
      await write(service, {
        title: 'Über uns',
        content: '*Hi*',
        date: '2026-02-20',
        tags: ['a & b', 'c'],
        category: 'D',
        cover: '/c.png',
      });
      await write(service, { title: 'Pinned', id: 'pinned', date: '2026-01-01', pinned: true, author: 'Bea' });
      await write(service, { title: 'Locked', content: 'MARKER1', password: 'secret', date: '2026-02-21' });
      await write(service, { title: 'MARKER2', content: 'MARKER2', status: 'draft' });
      await comment(service, 'gb-note', { author: 'MARKER3', content: 'MARKER3' });
      await comment(service, 'pinned', { author: 'MARKER4', content: 'MARKER4' });
    });

    it('RSS describes the site', async () => {
      const { rss }: Parsed = parseXml(await open(use(), '/feed.xml'));
      expect(rss['@_version']).to.equal('2.0');
      expect(rss.channel).to.include({ title: 'Salt & Paper', description: 'On <bread>', language: 'de' });
      expect(rss.channel.link).to.deep.equal([`${BASE}/`]);
      expect(rss.channel['atom:link']).to.deep.equal({
        '@_href': `${BASE}/feed.xml`,
        '@_rel': 'self',
        '@_type': 'application/rss+xml',
      });
      expect(rss.channel.lastBuildDate).to.equal('Sun, 01 Mar 2026 12:00:00 GMT');
    });

    it('RSS lists the newest posts first, regardless of pinning', async () => {
      const { rss }: Parsed = parseXml(await open(use(), '/feed.xml'));
      const items = rss.channel.item;
      expect(items).to.have.lengthOf(11);
      expect(items.map(({ title }: Parsed) => title).slice(0, 2)).to.deep.equal(['Locked', 'Über uns']);
      expect(items.at(-1).title).to.equal('Pinned');
      expect(items[1]).to.deep.include({
        link: [`${BASE}/posts/uber-uns`],
        guid: { '#text': `${BASE}/posts/uber-uns`, '@_isPermaLink': 'true' },
        pubDate: 'Fri, 20 Feb 2026 00:00:00 GMT',
        'dc:creator': 'Ann',
        category: ['D', 'a & b', 'c'],
        description: 'Hi',
        'content:encoded': '<p><em>Hi</em></p>',
      });
    });

    it('Atom has ids, times, authors and full texts', async () => {
      const { feed }: Parsed = parseXml(await open(use(), '/atom.xml'));
      expect(feed).to.deep.include({ id: `${BASE}/`, title: 'Salt & Paper', subtitle: 'On <bread>' });
      expect(feed).to.deep.include({
        updated: '2026-03-01T12:00:00.000Z',
        author: { name: 'Ann' },
        '@_xml:lang': 'de',
      });
      expect(feed.link).to.deep.include({
        '@_rel': 'self',
        '@_type': 'application/atom+xml',
        '@_href': `${BASE}/atom.xml`,
      });
      expect(feed.entry).to.have.lengthOf(11);
      expect(feed.entry[1]).to.deep.include({
        id: `${BASE}/posts/uber-uns`,
        published: '2026-02-20T00:00:00.000Z',
        updated: '2026-03-01T12:00:00.000Z',
        summary: 'Hi',
        content: { '#text': '<p><em>Hi</em></p>', '@_type': 'html' },
      });
      expect(feed.entry[1].category).to.deep.include({ '@_term': 'a & b' });
    });

    it('JSON Feed has version 1.1', async () => {
      const feed: Parsed = JSON.parse(await open(use(), '/feed.json'));
      expect(feed).to.deep.include({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Salt & Paper',
        home_page_url: `${BASE}/`,
        feed_url: `${BASE}/feed.json`,
        language: 'de',
        authors: [{ name: 'Ann' }],
      });
      expect(feed.items[1]).to.deep.equal({
        id: `${BASE}/posts/uber-uns`,
        url: `${BASE}/posts/uber-uns`,
        title: 'Über uns',
        summary: 'Hi',
        content_html: '<p><em>Hi</em></p>',
        image: `${BASE}/c.png`,
        date_published: '2026-02-20T00:00:00.000Z',
        date_modified: '2026-03-01T12:00:00.000Z',
        tags: ['D', 'a & b', 'c'],
      });
    });

    // docs/interface.md, F12
    it('only items of posts with an author of their own name that author', async () => {
      const { rss }: Parsed = parseXml(await open(use(), '/feed.xml'));
      const { feed }: Parsed = parseXml(await open(use(), '/atom.xml'));
      const json: Parsed = JSON.parse(await open(use(), '/feed.json'));
      const creators = rss.channel.item.map((item: Parsed) => item['dc:creator']);
      expect(creators).to.deep.equal([...Array<string>(10).fill('Ann'), 'Bea']);
      for (const authors of [
        feed.entry.map(({ author }: Parsed) => author?.name),
        json.items.map(({ authors }: Parsed) => authors?.[0].name),
      ]) {
        expect(authors).to.deep.equal([...Array<undefined>(10).fill(undefined), 'Bea']);
      }
    });

    for (const [at, [sent, read]] of hostile.entries()) {
      // docs/interface.md, F3
      it(`the title ${JSON.stringify(sent)} is the same in all formats`, async () => {
        const { rss }: Parsed = parseXml(await open(use(), '/feed.xml'));
        const { feed }: Parsed = parseXml(await open(use(), '/atom.xml'));
        const json: Parsed = JSON.parse(await open(use(), '/feed.json'));
        const url = `${BASE}/posts/p-${at}`;
        const titles = [
          rss.channel.item.find(({ guid }: Parsed) => guid['#text'] === url).title,
          feed.entry.find(({ id }: Parsed) => id === url).title,
          json.items.find(({ id }: Parsed) => id === url).title,
        ];
        expect(titles.map((title) => title.replace(/\s+/g, ' '))).to.deep.equal(
          Array(3).fill(read.replace(/\s+/g, ' ')),
        );
      });
    }

    it('URLs in texts are absolute', async () => {
      const feed: Parsed = JSON.parse(await open(use(), '/feed.json'));
      const { content_html } = feed.items.find(({ id }: Parsed) => id.endsWith('/p-2'));
      expect(content_html).to.include(`<a href="${BASE}/x">`).and.include(`<img src="${BASE}/posts/y.png"`);
    });

    it('a protected post has no text', async () => {
      const feed: Parsed = JSON.parse(await open(use(), '/feed.json'));
      expect(feed.items[0]).to.include({
        title: 'Locked',
        content_text: 'Dieser Beitrag ist passwortgeschützt.',
      });
      expect(feed.items[0]).to.not.have.property('content_html');
      const { rss }: Parsed = parseXml(await open(use(), '/feed.xml'));
      expect(rss.channel.item[0]).to.not.have.property('content:encoded');
    });

    for (const path of ALL) {
      // docs/interface.md, F2
      it(`${path} contains no drafts, protected texts, comments or guestbook entries`, async () => {
        expect(await open(use(), path)).to.not.match(/MARKER|gb-note|guestbook/);
      });
    }

    // docs/interface.md, F6
    it('the alias has the same content', async () => {
      expect(await open(use(), '/api/feed.xml')).to.equal(await open(use(), '/feed.xml'));
    });

    // docs/interface.md, F1
    it('has the number of items from the settings', async () => {
      await set(use(), { feedItems: 3 });
      const feed: Parsed = JSON.parse(await open(use(), '/feed.json'));
      expect(feed.items).to.have.lengthOf(3);
      await set(use(), { feedItems: 20 });
    });

    it('has the right type and caching headers, also for HEAD', async () => {
      const types = { '/feed.xml': 'rss+xml', '/atom.xml': 'atom+xml', '/feed.json': 'feed+json' };
      for (const [path, type] of Object.entries(types)) {
        const plain = { 'accept-encoding': 'identity' };
        const { headers, text } = await visit(use(), path, plain);
        expect(headers.get('content-type')).to.equal(`application/${type}; charset=utf-8`);
        expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
        expect(headers.get('ratelimit-limit')).to.equal('600');
        expect(headers.get('content-security-policy')).to.include("default-src 'none'");
        const head = await visit(use(), path, plain, 'HEAD');
        expect(head.text).to.equal('');
        expect(head.headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
        expect(head.headers.get('etag')).to.equal(headers.get('etag'));
      }
    });

    // docs/interface.md, F4
    it('answers 304 by entity tag and by date until a change, also within the same second', async () => {
      const service = use();
      const before = await visit(service, '/feed.xml');
      const tag = { 'if-none-match': before.headers.get('etag') ?? '' };
      const since = { 'if-modified-since': before.headers.get('last-modified') ?? '' };
      for (const headers of [tag, since, { ...tag, ...since }]) {
        const { status, text } = await visit(service, '/feed.xml', headers);
        expect([status, text]).to.deep.equal([304, '']);
      }
      await change(service, 'pinned', { title: 'Pinned again' });
      for (const headers of [tag, since, { ...tag, ...since }]) {
        const { status, text } = await visit(service, '/feed.xml', headers);
        expect(status).to.equal(200);
        expect(text).to.include('Pinned again');
      }
    });

    it('is updated by a deletion, which makes no post newer', async () => {
      const service = use();
      const id = await write(service, { title: 'Short-lived' });
      const before = await visit(service, '/feed.xml');
      await service.admin('DELETE', `/api/posts/${id}`);
      const { status, text } = await visit(service, '/feed.xml', {
        'if-modified-since': before.headers.get('last-modified') ?? '',
      });
      expect(status).to.equal(200);
      expect(text).to.not.include('Short-lived');
    });

    it('contains posts with a date that an earlier version wrote wrongly', async () => {
      const ids = [];
      for (const [date, publish_at] of [
        ['800-12-25', '0800-12-25T00:00:00.000Z'],
        ['14-08-19', null],
        ['10000-01-01', '9999-12-31T20:00:00.000Z'],
      ] as const) {
        const id = await write(use(), { title: `Of ${date}` });
        ids.push(id);
        await use().database.kysely.updateTable('posts').set({ date, publish_at }).where('slug', '=', id).execute();
      }
      await set(use(), { feedItems: 50 });
      for (const path of [...ALL, '/posts/of-14-08-19']) {
        expect(await open(use(), path))
          .to.include('Of 14-08-19')
          .and.not.include('Invalid Date');
      }
      for (const id of ids) await use().admin('DELETE', `/api/posts/${id}`);
    });

    it('accepts only GET and HEAD', async () => {
      const { status, headers, text } = await visit(use(), '/feed.xml', {}, 'POST');
      expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
      expect(text).to.equal('This URL supports GET, HEAD, OPTIONS only.\n');
      expect((await visit(use(), '/feed.xml', {}, 'OPTIONS')).status).to.equal(204);
    });
  },
  { SITE_URL: BASE },
);

describeService(
  'the limit of feeds',
  (use) => {
    // docs/interface.md, E7
    it('is that of all reads together; beyond it feeds answer with text and aliases with JSON', async () => {
      const service = use();
      const address = { 'cf-connecting-ip': '192.0.2.77' };
      for (let block = 0; block < 12; block += 1) {
        await Promise.all(Array.from({ length: 50 }, () => visit(service, '/robots.txt', address)));
      }
      const words = await visit(service, '/feed.xml', address);
      expect(words.status).to.equal(429);
      expect(words.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      expect(words.headers.get('retry-after')).to.equal('60');
      expect(words.headers.get('ratelimit-remaining')).to.equal('0');
      expect(words.text).to.equal('Only 600 reads a minute are allowed; try again in 60 seconds.\n');
      const json = await visit(service, '/api/feed.xml', address);
      expect(json.status).to.equal(429);
      expect(JSON.parse(json.text)).to.include({ ok: false, code: 'RATE_LIMITED' });
      expect((await visit(service, '/', address)).status).to.equal(429);
      expect((await visit(service, '/assets/site.css', address)).status).to.equal(200);
      expect((await visit(service, '/feed.xml')).status).to.equal(200);
    });
  },
  { SITE_URL: BASE },
);

// docs/interface.md, H10
describeService('feeds without a site address', (use) => {
  it('contain the URL of the request, and are not cacheable', async () => {
    const service = use();
    await write(service, { title: 'A' });
    const { headers, text } = await visit(service, '/atom.xml');
    expect(text).to.include(`<id>${service.url}/posts/a</id>`);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('etag')).to.equal(null);
  });

  // docs/interface.md, H9
  it('have a new one at once, while the settings are being read again', async () => {
    const { database, services } = use();
    const settings = { name: 'siteUrl', value: JSON.stringify(BASE) };
    await database.kysely.insertInto('settings').values(settings).execute();
    services.settings.drop();
    const { headers, text } = await visit(use(), '/robots.txt');
    await database.kysely.deleteFrom('settings').where('name', '=', 'siteUrl').execute();
    services.settings.drop();
    expect(text).to.include(`${BASE}/sitemap.xml`);
    expect(headers.get('cache-control')).to.include('public');
  });

  it('are well-formed without posts', async () => {
    await use().admin('DELETE', '/api/posts/a');
    const { feed }: Parsed = parseXml(await open(use(), '/atom.xml'));
    expect(feed.updated).to.equal('2026-03-01T12:00:00.000Z');
    parseXml(await open(use(), '/feed.xml'));
    expect(JSON.parse(await open(use(), '/feed.json'))).to.deep.include({ items: [] });
  });
});

describeService(
  'feeds with CDN_MAX_AGE',
  (use) => {
    it('have a max-age for the CDN, and no headers for individual visitors', async () => {
      const { headers } = await visit(use(), '/feed.xml');
      expect(headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate, s-maxage=30');
      expect(headers.get('ratelimit-limit')).to.equal(null);
    });
  },
  { SITE_URL: BASE, CDN_MAX_AGE: '30' },
);
