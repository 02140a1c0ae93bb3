import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';

import type { MediaShape } from '../routers/media/schemas.ts';
import { showImages } from '../server/site/render/show-images.ts';
import { set } from './support/comments.ts';
import { picture } from './support/files.ts';
import { change, read, write } from './support/posts.ts';
import { describeService, type TestService } from './support/service.ts';
import { uploaded, withSizes } from './support/uploads.ts';

const SITE = 'https://blog.example';
const IN_COLUMN = 'calc(100vw - 2.5rem)';
const COLUMN = `(min-width: 42.5rem) 40rem, ${IN_COLUMN}`;

// docs/interface.md, F21, F22, F23, F24
describeService('uploaded images', (use) => {
  let large: MediaShape;
  let small: MediaShape;
  let path: string;
  before(async () => {
    await set(use(), { siteUrl: SITE });
    large = await sized(use(), await picture(2400, 1200, 1).jpeg().toBuffer());
    small = await sized(use(), await picture(700, 350, 2).png().toBuffer());
    path = pathOf(large);
  });

  const srcset = (of: MediaShape, base = '') =>
    (of.sizes ?? []).map((width) => `${base}${pathOf(of).replace(/\.\w+$/, '')}-${width}.webp ${width}w`).join(', ');

  it('have exactly the versions that exist, and the original if it is not larger than all of them', async () => {
    const id = await write(use(), { content: `![a](${path})\n\nx\n\n![b](${pathOf(small)})` });
    const [first, second] = imagesOf(await page(use(), id));
    expect(large.sizes).to.deep.equal([320, 640, 960, 1280, 1920]);
    expect(first).to.deep.equal({
      src: path,
      alt: 'a',
      fetchpriority: 'high',
      decoding: 'async',
      class: 'picture',
      width: '2400',
      height: '1200',
      srcset: srcset(large),
      sizes: COLUMN,
    });
    expect(second).to.deep.include({
      src: pathOf(small),
      loading: 'lazy',
      srcset: `${srcset(small)}, ${pathOf(small)} 700w`,
      sizes: COLUMN,
    });
    expect(second).to.not.have.property('fetchpriority');
  });

  it('are the original until there are versions, then every response is rendered again', async () => {
    const { url, id: mediaId } = await uploaded(use(), await picture(500, 250, 3).png().toBuffer());
    const content = `![a](${new URL(url).pathname})`;
    const id = await write(use(), { content, cover: new URL(url).pathname });
    const paths = [`/posts/${id}`, '/feed.xml', '/atom.xml', '/feed.json', `/api/posts/${id}?include=html`];
    const before = await Promise.all(paths.map((one) => text(use(), one)));
    for (const body of before) if (!body.includes('-320.webp')) expect(body).to.include(new URL(url).pathname);
    await withSizes(use(), mediaId);
    for (const one of paths) expect(await text(use(), one), one).to.match(/-320\.webp 320w, [^ ]+ 500w/);
  });

  it('invalidate only the responses that show them', async () => {
    const others = [await write(use(), { content: 'No images.' }), await write(use(), { content: `![](${path})` })];
    for (const id of others) await page(use(), id);
    await sizedMedia(use(), 4);
    const { statements } = use();
    statements.length = 0;
    for (const id of others) await page(use(), id);
    expect(statements.filter((sql) => sql.includes('posts'))).to.deep.equal([]);
  });

  it('of a text in HTML and in a link belong to the site; other URLs are left unchanged', async () => {
    const strange = '/media/2020/01/strange-00000000.jpg';
    const content = `<img src="${path}" width="300"> ![](${strange}) [a](${path}#x) [b](${strange}) ![](/media/other.jpg)`;
    const id = await write(use(), { content });
    const html = await page(use(), id);
    const [first, second, third] = imagesOf(html);
    expect(first).to.include({ width: '300', height: '150', sizes: `min(300px, ${IN_COLUMN})` });
    expect([second, third].map((image) => [image?.['src'], image?.['srcset']])).to.deep.equal([
      [strange, undefined],
      ['/media/other.jpg', undefined],
    ]);
    expect(html).to.include(`href="${path}#x"`).and.include(`href="${strange}"`);
    const { body } = await use().call('GET', `/api/posts/${id}?include=html`);
    expect(body.post.html)
      .to.include(`srcset="${srcset(large, SITE)}"`)
      .and.include(`href="${SITE}${path}#x"`);
    expect((await read(use(), id)).content).to.equal(content);
  });

  it('are recognized by their absolute URLs too', async () => {
    const id = await write(use(), { content: `![a](${SITE}${path})`, cover: SITE + path });
    for (const image of imagesOf(await page(use(), id))) {
      expect(image).to.include({ src: path, srcset: srcset(large) });
    }
  });

  // docs/interface.md, Y4
  it('are posters of videos; those of other sites are not shown', async () => {
    const video = (poster: string) => `<video src="https://a.example/b.mp4" poster="${poster}"></video>`;
    const posters = [path, SITE + path, `${SITE}/c.png`, '/c.png', 'https://a.example/b.png', '//a.example/b.png'];
    const id = await write(use(), { content: posters.map(video).join('\n\n') });
    const shown = (html: string) => Array.from(html.matchAll(/ poster="([^"]*)"/g), ([, poster]) => poster);
    const html = await page(use(), id);
    expect(shown(html)).to.deep.equal(posters.slice(0, 4));
    expect(html.match(/<video /g)).to.have.length(posters.length);
    const preview = await use().admin('POST', '/api/posts/render', { content: video('https://a.example/b.png') });
    expect(preview.body.html).to.include('<video ').and.not.include('poster');
  });

  it('have absolute URLs in the preview of the editor and in feeds; other URLs of the preview are as written', async () => {
    const content = `![a](${path} "T") [b](/c) ![d](/media/e.jpg)`;
    const { body } = await use().admin('POST', '/api/posts/render', { content });
    const html = (body as { html: string }).html;
    expect(html)
      .to.include(`src="${SITE}${path}"`)
      .and.include(`srcset="${srcset(large, SITE)}"`);
    expect(html).to.include('href="/c"').and.include('src="/media/e.jpg"');
    const id = await write(use(), { content: `![a](${path} "T")`, cover: path });
    const feed = JSON.parse(await text(use(), '/feed.json')) as { items: Record<string, string>[] };
    const item = feed.items.find(({ url }) => url === `${SITE}/posts/${id}`);
    expect(item?.['image']).to.equal(SITE + path);
    expect(item?.['content_html'])
      .to.include(`<figure><a class="enlarge" href="${SITE}${path}"><img src="${SITE}${path}"`)
      .and.include(`srcset="${srcset(large, SITE)}"`)
      .and.include('<figcaption>T</figcaption></figure>');
  });

  it('are covers with their versions, before the images of the text', async () => {
    const id = await write(use(), { content: `![a](${path})`, cover: path });
    const html = await page(use(), id);
    const [cover, image] = imagesOf(html);
    expect(cover).to.deep.include({
      class: 'cover',
      src: path,
      srcset: srcset(large),
      width: '2400',
      height: '1200',
      fetchpriority: 'high',
    });
    // Twice as wide as high, in a frame of 1200 to 630.
    expect(cover?.['sizes']).to.include('calc(1.05 * 40rem)');
    expect(image).to.include({ loading: 'lazy' }).and.not.have.property('fetchpriority');
    expect((await read(use(), id)).cover).to.equal(path);
  });

  it('of other sites are covers in the usual frame', async () => {
    const id = await write(use(), { cover: 'https://a.example/b.jpg' });
    const [cover] = imagesOf(await page(use(), id));
    expect(cover).to.include({ src: 'https://a.example/b.jpg', width: '1200', height: '630' });
    expect(cover).to.not.have.any.keys('srcset', 'sizes');
  });

  it('are in feeds as JPEG or PNG of up to 5 MB, others as their largest version, and in cards as JPEG', async () => {
    const huge = await sized(use(), await noise(1600, 1200).png({ compressionLevel: 0 }).toBuffer());
    const webp = await sized(use(), await picture(1000, 500, 5).webp().toBuffer());
    const tiny = await sized(use(), await picture(200, 100, 6).webp().toBuffer());
    expect(huge.bytes).to.be.above(5_000_000);
    for (const [media, shared, file, size] of [
      [large, path, `length="${large.bytes}" type="image/jpeg"`, 'width="2400" height="1200"'],
      [huge, pathOf(huge).replace('.png', '-1280.webp'), 'length="0" type="image/webp"', 'width="1280" height="960"'],
      [webp, pathOf(webp).replace('.webp', '-960.webp'), 'length="0" type="image/webp"', 'width="960" height="480"'],
      [tiny, pathOf(tiny), `length="${tiny.bytes}" type="image/webp"`, 'width="200" height="100"'],
    ] as const) {
      const id = await write(use(), { cover: pathOf(media) });
      const html = await page(use(), id);
      const card = pathOf(media).replace(/\.\w+$/, '-1200.jpg');
      expect(html).to.include(`<meta property="og:image" content="${SITE}${card}">`);
      expect(html).to.include(`"image":"${SITE}${card}"`);
      const feed = await text(use(), '/feed.xml');
      expect(feed).to.include(`<enclosure url="${SITE}${shared}" ${file}/>`);
      expect(feed).to.match(new RegExp(`<media:content url="${SITE}${shared}" medium="image" type="[^>]+ ${size}/>`));
      expect(await text(use(), '/atom.xml')).to.include(`<link rel="enclosure" href="${SITE}${shared}" type="image/`);
      expect(await text(use(), '/feed.json')).to.include(`"image":"${SITE}${shared}"`);
    }
  });

  it('are not shared as SVG, which no other program shows', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><path d="M0 0h1200v630z"/></svg>';
    const id = await write(use(), { cover: pathOf(await uploaded(use(), svg)) });
    const html = await page(use(), id);
    expect(html).to.match(/<img class="cover"[^>]*\.svg"/);
    expect(html).to.not.include('og:image').and.not.include('"image":');
    const { items } = JSON.parse(await text(use(), '/feed.json')) as { items: { id: string; image?: string }[] };
    expect(items.find((item) => item.id.endsWith(`/${id}`)))
      .to.be.an('object')
      .that.does.not.have.property('image');
  });

  it('that are deleted stay as they are written', async () => {
    const media = await sizedMedia(use(), 7);
    const id = await write(use(), { content: `![a](${pathOf(media)})` });
    expect(imagesOf(await page(use(), id))[0]).to.have.property('srcset');
    await use().admin('DELETE', `/api/media/${media.id}`);
    expect(imagesOf(await page(use(), id))[0]).to.not.have.any.keys('srcset', 'width');
  });

  it('are never measured', async () => {
    await change(use(), await write(use(), {}), { content: `![](${path}) ![](/media/x.jpg)` });
    const { body } = await use().admin('GET', '/api/admin/pictures');
    expect(body.pictures).to.not.include(path);
  });

  it('are searched for without blocking other requests', async () => {
    const html = '<p class="x">y</p>'.repeat(100_000);
    let turns = 0;
    const turning = setInterval(() => turns++, 0);
    const { em, policy, settings } = use().services;
    await showImages({ em: em.fork(), policy, settings, reply: {} }, `${html}<img src="/a.png">`, { origin: '' });
    clearInterval(turning);
    expect(turns).to.be.above(5);
  });
});

// docs/interface.md, F23
describeService(
  'uploaded images at MEDIA_PUBLIC_URL',
  (use) => {
    it('are loaded from there, on pages, in feeds and in cards', async () => {
      const CDN = 'https://cdn.example/files';
      await set(use(), { siteUrl: SITE });
      const media = await sized(use(), await picture(700, 350).png().toBuffer());
      const at = media.url.slice(`${CDN}/`.length);
      const [url, smaller] = [`${CDN}/${at}`, `${CDN}/${at.replace('.png', '-320.webp')} 320w`];
      const id = await write(use(), { content: `![a](/media/${at}) [b](/media/${at})`, cover: `/media/${at}` });
      const html = await page(use(), id);
      for (const image of imagesOf(html)) {
        expect(image['src']).to.equal(url);
        expect(image['srcset']).to.include(smaller);
      }
      expect(html).to.include(`<a href="${url}">b</a>`).and.not.include(`og:image" content="${url}"`);
      const { body } = await use().admin('POST', '/api/posts/render', { content: `![a](/media/${at})` });
      expect(body.html).to.include(`src="${url}"`);
      expect(await text(use(), '/feed.json'))
        .to.include(url)
        .and.not.include('"/media/');
    });
  },
  { MEDIA_PUBLIC_URL: 'https://cdn.example/files' },
);

async function sized(service: TestService, content: Buffer): Promise<MediaShape> {
  return withSizes(service, (await uploaded(service, content)).id);
}

async function sizedMedia(service: TestService, number: number): Promise<MediaShape> {
  return sized(
    service,
    await picture(500, 250, 100 + number)
      .png()
      .toBuffer(),
  );
}

function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
}

function pathOf({ url }: MediaShape): string {
  return new URL(url).pathname;
}

async function text({ url }: TestService, path: string): Promise<string> {
  const response = await fetch(url + path);
  expect(response.status, path).to.equal(200);
  return response.text();
}

function page(service: TestService, id: string): Promise<string> {
  return text(service, `/posts/${id}`);
}

/** The attributes of the images of a page, in order. */
function imagesOf(html: string): Record<string, string>[] {
  return (html.match(/<img (?:[^">]|"[^"]*")*>/g) ?? []).map((tag) =>
    Object.fromEntries(Array.from(tag.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value])),
  );
}
