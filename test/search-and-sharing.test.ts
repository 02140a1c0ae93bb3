import { expect } from 'chai';
import sharp from 'sharp';

import { set } from './support/comments.ts';
import { animation, picture } from './support/files.ts';
import { open, visit } from './support/pages.ts';
import { change, write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { uploaded } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

const BASE = 'https://blog.example';

describeVisited.onBothEngines('search engines and link previews', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  before(() => set(use(), { title: 'Salt', siteUrl: BASE }));

  // docs/interface.md, P46
  it('read what visitors see, until the author says otherwise', async () => {
    const id = await write(use(), { title: 'A walk', excerpt: 'Along the sea.', content: 'Far.' });
    const before = await head(`/posts/${id}`);
    expect(before).to.include('<title>A walk · Salt</title>');
    expect(before).to.include('<meta name="description" content="Along the sea.">');
    expect(before).to.include(`<link rel="canonical" href="${BASE}/posts/${id}">`);
    expect(before).to.include('<meta property="og:title" content="A walk">').and.not.include('name="robots"');

    await change(use(), id, {
      metaTitle: 'Walks by the sea',
      metaDescription: 'Where to walk.',
      canonicalUrl: 'https://first.example/walk?a=b&c=d',
      shareTitle: 'Walk & see',
      shareDescription: 'Come along.',
      noindex: true,
    });
    const after = await head(`/posts/${id}`);
    expect(after).to.include('<title>Walks by the sea</title>');
    expect(after).to.include('<meta name="description" content="Where to walk.">');
    expect(after).to.include('<link rel="canonical" href="https://first.example/walk?a=b&amp;c=d">');
    expect(after).to.include('<meta property="og:url" content="https://first.example/walk?a=b&amp;c=d">');
    expect(after).to.include('<meta property="og:title" content="Walk &amp; see">');
    expect(after).to.include('<meta property="og:description" content="Come along.">');
    expect(after).to.include('<meta name="robots" content="noindex">');
    expect(structuredIn(after)).to.include({
      '@type': 'BlogPosting',
      headline: 'A walk',
      description: 'Where to walk.',
      mainEntityOfPage: 'https://first.example/walk?a=b&c=d',
    });
  });

  itOnce('read the same of a page', async () => {
    const fields = { metaTitle: 'Who we are', shareDescription: 'All of us.', canonicalUrl: `${BASE}/team` };
    await use().admin('POST', '/api/pages', { id: 'team', title: 'Team', content: 'We.', ...fields });
    const html = await head('/team');
    expect(html).to.include('<title>Who we are</title>').and.include('content="All of us."');
    expect(structuredIn(html)).to.include({ '@type': 'WebPage', url: `${BASE}/team` });
    expect(await open(use(), '/sitemap.xml')).to.include(`<loc>${BASE}/team</loc>`);
  });

  itOnce('get the picture with its size and words, that of sharing before the cover', async () => {
    const { url } = await uploaded(use(), await picture(1300, 700).png().toBuffer());
    const [cover, share] = [new URL(url, BASE).pathname, '/pictures/share.png'];
    const id = await write(use(), {
      title: 'Pictured',
      cover,
      coverAlt: 'A "quay" at dusk',
      coverCaption: 'Dusk, <1890>',
    });
    const html = await open(use(), `/posts/${id}`);
    const card = cover.replace('.png', '-1200.jpg');
    expect(html).to.include(`<meta property="og:image" content="${BASE}${card}">`);
    expect(html).to.include('<meta property="og:image:width" content="1200">');
    expect(html).to.include('<meta property="og:image:height" content="630">');
    expect(html).to.include(`<meta name="twitter:image" content="${BASE}${card}">`);
    expect(html).to.include('<meta property="og:image:alt" content="A &#34;quay&#34; at dusk">');
    expect(html).to.match(/<img class="cover"[^>]* alt="A &#34;quay&#34; at dusk"/);
    expect(html).to.match(/<figcaption dir="ltr">Dusk, &lt;1890&gt;<\/figcaption><\/figure>/);
    await change(use(), id, { shareImage: share });
    const shared = await head(`/posts/${id}`);
    expect(shared).to.include(`<meta property="og:image" content="${BASE}${share}">`);
    expect(shared).to.include('<meta property="og:image:alt" content="Pictured">').and.not.include('og:image:width');
  });

  // docs/interface.md, P46
  itOnce('get an upload as a JPEG of 1200 by 630 pixels around its focal point', async () => {
    // Red on the left, blue on the right.
    const halves = await picture(3000, 700, 255)
      .composite([{ input: await picture(1500, 700).png().toBuffer(), left: 1500, top: 0 }])
      .png()
      .toBuffer();
    const { id: media, url } = await uploaded(use(), halves);
    const path = new URL(url, BASE).pathname;
    const id = await write(use(), { title: 'Halves', shareImage: path });
    const card = path.replace('.png', '-1200.jpg');
    expect(await head(`/posts/${id}`)).to.include(`<meta property="og:image" content="${BASE}${card}">`);
    expect(await seen(card)).to.deep.equal({ format: 'jpeg', width: 1200, height: 630, left: 255, right: 0 });
    for (const [x, red] of [
      [0, 255],
      [1, 0],
    ]) {
      const focus = JSON.stringify({ x, y: 0.5 });
      await use().database.kysely.updateTable('media').set({ focus }).where('id', '=', media).execute();
      expect(await seen(card)).to.include({ left: red, right: red });
    }
    await use().admin('DELETE', `/api/media/${media}?force=true`);
    expect((await visit(use(), card)).status).to.equal(404);
  });

  itOnce('get a transparent, a small and an animated upload in the same size, and no SVG', async () => {
    for (const file of [
      await picture(40, 30, 9).ensureAlpha(0).png().toBuffer(),
      await picture(90, 2000, 9).webp().toBuffer(),
      await animation('gif'),
    ]) {
      const { url } = await uploaded(use(), file);
      const card = new URL(url, BASE).pathname.replace(/\.\w+$/, '-1200.jpg');
      expect(await seen(card)).to.include({ format: 'jpeg', width: 1200, height: 630 });
    }
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    const { url } = await uploaded(use(), svg);
    const path = new URL(url, BASE).pathname.replace('.svg', '-1200.jpg');
    expect((await visit(use(), path)).status).to.equal(404);
  });

  // docs/interface.md, F5
  it('find only what may be listed in the sitemap, while feeds and lists have everything', async () => {
    const original = 'https://first.example/here';
    const ids = await Promise.all([
      write(use(), { id: 'plainly', title: 'Plainly' }),
      write(use(), { id: 'own', title: 'Own', canonicalUrl: `${BASE}/posts/own` }),
      write(use(), { id: 'elsewhere', title: 'Elsewhere', canonicalUrl: original }),
      write(use(), { id: 'unlisted', title: 'Unlisted', noindex: true }),
    ]);
    const sitemap = await open(use(), '/sitemap.xml');
    const listed = ids.filter((id) => sitemap.includes(`<loc>${BASE}/posts/${id}</loc>`));
    expect(listed).to.deep.equal(['plainly', 'own']);
    for (const path of ['/feed.xml', '/atom.xml', '/feed.json']) {
      const feed = await open(use(), path);
      for (const id of ids) expect(feed, path).to.include(`${BASE}/posts/${id}`);
    }
    expect(await open(use(), '/feed.xml')).to.include(`<atom:link rel="canonical" href="${original}"/>`);
    expect(await open(use(), '/atom.xml')).to.include(`<link rel="canonical" href="${original}"/>`);
    await change(use(), 'unlisted', { noindex: false });
    expect(await open(use(), '/sitemap.xml')).to.include(`${BASE}/posts/unlisted<`);
  });

  itOnce('are sent to absolute addresses only', async () => {
    for (const canonicalUrl of [
      '/a',
      'a.example/b',
      'ftp://a.example',
      'javascript:alert(1)',
      'https://u:p@a.example/',
    ]) {
      const { status, body } = await use().admin('POST', '/api/posts', { title: 'Bad', canonicalUrl });
      expect(status, canonicalUrl).to.equal(400);
      expect(body.error).to.include('canonicalUrl');
    }
  });

  itOnce('have nothing in summaries', async () => {
    const { body } = await use().call('GET', '/api/posts');
    expect(body.posts[0]).to.not.have.any.keys('metaTitle', 'canonicalUrl', 'noindex', 'coverAlt');
  });

  /** The size of an image, and the amount of red on its sides. */
  async function seen(path: string) {
    const { format, width, height } = await sharp(await bytesOf(path)).metadata();
    const { data } = await sharp(await bytesOf(path))
      .resize(2, 1)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const side = (at: number) => (data[at * 3]! > 127 ? 255 : 0);
    return { format, width, height, left: side(0), right: side(1) };
  }

  async function bytesOf(path: string): Promise<Buffer> {
    const response = await fetch(use().url + path);
    expect(response.status, path).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async function head(path: string): Promise<string> {
    return (await open(use(), path)).split('</head>')[0]!;
  }
});

function structuredIn(html: string): Record<string, unknown> {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}
