import { expect } from 'chai';
import sharp from 'sharp';

import { createBlogClient } from '../client/index.ts';
import type { MediaShape } from '../routers/media/schemas.ts';
import { expectRefusal } from './support/comments.ts';
import { animatedAvif, animation, photo, picture, PLACE, pngChunk } from './support/files.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { uploaded, withSizes } from './support/uploads.ts';

const QUARTER = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };

describeService('edited images', (use) => {
  let made = 0;
  const edit = (id: string, body: object, token?: string) =>
    use().call('POST', `/api/media/${id}/edit`, { body, token: token ?? use().token });
  const edited = async (id: string, body: object): Promise<MediaShape> => {
    const answer = await edit(id, body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    expect(answer.headers.get('location')).to.equal(`/api/media/${answer.body.media.id}`);
    return answer.body.media as MediaShape;
  };
  const bytesOf = async ({ url }: MediaShape) =>
    Buffer.from(await (await fetch(use().url + new URL(url).pathname)).arrayBuffer());
  const another = (width = 400, height = 300) => picture(width, height, (made += 7));
  /** Red on the left, blue on the right; the lower half is darker. */
  const quarters = async (format: 'jpeg' | 'png' | 'webp' | 'avif') => {
    const one = (r: number, b: number) =>
      sharp({ create: { width: 200, height: 100, channels: 3, background: { r, g: (made += 1) % 40, b } } })
        .png()
        .toBuffer();
    const parts = await Promise.all([one(255, 0), one(0, 255), one(120, 0), one(0, 120)]);
    const places = parts.map((input, at) => ({ input, left: (at % 2) * 200, top: Math.floor(at / 2) * 100 }));
    return sharp({ create: { width: 400, height: 200, channels: 3, background: '#000' } })
      .composite(places)
      .toFormat(format, { quality: 100 })
      .toBuffer();
  };
  const colour = async (image: Buffer, left: number, top: number) => {
    const pixel = sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw();
    const [r = 0, , b = 0] = await pixel.toBuffer();
    return [r, b].map((value) => (value > 200 ? 2 : value > 70 ? 1 : 0));
  };

  // docs/interface.md, M26
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    it(`are new files of the same format with a part of the original: ${format}`, async () => {
      const media = await uploaded(use(), await quarters(format), `harbour.${format}`);
      await use().admin('PUT', `/api/media/${media.id}`, { alt: 'The harbour' });
      const { id, url, ...copy } = await edited(media.id, { crop: QUARTER });
      expect(id).not.to.equal(media.id);
      expect(url).not.to.equal(media.url);
      expect(copy).to.include({ name: media.name, alt: 'The harbour', mime: media.mime, width: 200, height: 100 });
      const image = await bytesOf({ url } as MediaShape);
      expect(await colour(image, 100, 50)).to.deep.equal([0, 1]);
    });
  }

  it('are turned clockwise after the crop', async () => {
    const media = await uploaded(use(), await quarters('png'));
    const left = { x: 0, y: 0, width: 0.5, height: 1 };
    const turned = await edited(media.id, { crop: left, rotate: 90 });
    expect(turned).to.include({ width: 200, height: 200 });
    // The lower half comes to the left.
    expect(await colour(await bytesOf(turned), 50, 100)).to.deep.equal([1, 0]);
    expect(await colour(await bytesOf(turned), 150, 100)).to.deep.equal([2, 0]);
    expect(await edited(media.id, { rotate: 270 })).to.include({ width: 200, height: 400 });
    expect(await edited(media.id, { rotate: 0 })).to.include({ width: 400, height: 200 });
  });

  it('count from the edges of the upright image, and keep no place', async () => {
    const media = await uploaded(use(), await photo('jpeg', 6));
    expect(media).to.include({ width: 600, height: 800 });
    const copy = await edited(media.id, { crop: { x: 0, y: 0, width: 1, height: 0.25 } });
    expect(copy).to.include({ width: 600, height: 200 });
    expect((await bytesOf(copy)).includes(PLACE)).to.equal(false);
  });

  it('stay animated where the original is', async () => {
    const media = await uploaded(use(), await animation('webp'), 'a.webp');
    for (const [rotate, width, pageHeight] of [
      [0, 200, 150],
      [180, 200, 150],
      [90, 150, 200],
    ] as const) {
      const copy = await edited(media.id, { crop: QUARTER, rotate });
      const facts = await sharp(await bytesOf(copy), { animated: true }).metadata();
      expect(facts).to.deep.include({ pages: 3, width, pageHeight, loop: 0, delay: [100, 100, 100] });
    }
  });

  it('are one file when the same edit is made again', async () => {
    const media = await uploaded(use(), await another().png().toBuffer());
    const first = await edited(media.id, { crop: QUARTER });
    expect(await edited(media.id, { crop: QUARTER })).to.deep.equal(first);
    const { focus } = await edited(media.id, { crop: QUARTER, focus: { x: 0.5, y: 0.75 } });
    expect(focus).to.deep.equal({ x: 0, y: 0.5 });
  });

  it('leave the original, its URL and the posts as they are, and get smaller versions', async () => {
    const media = await uploaded(use(), await another(800, 600).jpeg().toBuffer());
    const content = `![a](${new URL(media.url).pathname})`;
    const id = await write(use(), { id: `post-${made}`, content });
    const before = (await use().admin('GET', `/api/posts/${id}`)).body.post;
    const copy = await edited(media.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } });
    expect((await withSizes(use(), copy.id)).sizes).to.deep.equal([320]);
    const { post } = (await use().admin('GET', `/api/posts/${id}`)).body;
    expect(post).to.include({ content, version: before.version });
    expect((await fetch(use().url + new URL(media.url).pathname)).status).to.equal(200);
    expect((await use().admin('GET', `/api/media/${media.id}`)).body.media.url).to.equal(media.url);
  });

  it('have the focal point of the original, where they show it', async () => {
    const media = await uploaded(use(), await quarters('png'));
    expect(media.focus).to.equal(null);
    await edit(media.id, { focus: { x: 0.75, y: 0.6 } });
    const focusAfter = async (body: object) => (await edited(media.id, body)).focus;
    expect(await focusAfter({ crop: QUARTER })).to.deep.equal({ x: 0.5, y: 0.2 });
    expect(await focusAfter({ rotate: 90 })).to.deep.equal({ x: 0.4, y: 0.75 });
    expect(await focusAfter({ rotate: 180 })).to.deep.equal({ x: 0.25, y: 0.4 });
    expect(await focusAfter({ rotate: 270 })).to.deep.equal({ x: 0.6, y: 0.25 });
    expect(await focusAfter({ crop: { x: 0, y: 0, width: 0.5, height: 0.5 } })).to.equal(null);
  });

  it('are only other values of the record where the focal point alone changes', async () => {
    const media = await uploaded(use(), await another().png().toBuffer());
    const { status, headers, body } = await edit(media.id, { focus: { x: 0.3, y: 0 } });
    expect(status).to.equal(200);
    expect(headers.get('location')).to.equal(null);
    expect(body.media).to.deep.equal({ ...media, focus: { x: 0.3, y: 0 } });
    const { media: listed } = (await use().admin('GET', '/api/media?pageSize=1')).body;
    expect(listed).to.deep.equal([body.media]);
  });

  it('can be made by a key with the scope media, by the client and over tRPC', async () => {
    const { id } = await uploaded(use(), await another().png().toBuffer());
    const media = await newKey(use(), 'media');
    const client = createBlogClient({ url: use().url, token: media });
    const { media: copy } = await client.media.edit({ id, rotate: 180, focus: { x: 0.2, y: 0.2 } });
    expect(copy.focus).to.deep.equal({ x: 0.8, y: 0.8 });
    const posts = await newKey(use(), 'posts');
    expectRefusal(await edit(id, { rotate: 90 }, posts), 403, 'SCOPE_MISSING');
    expectRefusal(await use().call('POST', `/api/media/${id}/edit`, { body: { rotate: 90 } }), 401, 'UNAUTHORIZED');
  });

  it('are refused for other kinds of files, links and animations that would stand still', async () => {
    const link = await use().admin('POST', '/api/media', { url: 'https://cdn.example/a.jpg' });
    const ids = [
      (await uploaded(use(), await animation('gif'), 'a.gif')).id,
      (await uploaded(use(), '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg')).id,
      link.body.media.id as string,
    ];
    for (const id of ids) {
      for (const body of [{ rotate: 90 }, { focus: { x: 0, y: 0 } }]) {
        expectRefusal(await edit(id, body), 415, 'UNSUPPORTED_FILE_TYPE');
      }
    }
    const still = await picture(20, 20).png().toBuffer();
    // Behind the header.
    const moving = Buffer.concat([still.subarray(0, 33), pngChunk('acTL', Buffer.alloc(8, 1)), still.subarray(33)]);
    for (const content of [animatedAvif(), moving]) {
      const { id } = await uploaded(use(), content);
      expectRefusal(await edit(id, { rotate: 90 }), 415, 'UNSUPPORTED_FILE_TYPE');
    }
    expectRefusal(await edit('m-0', { rotate: 90 }), 404, 'NOT_FOUND');
  });

  const wrong: [what: string, body: object, sentence: RegExp][] = [
    ['nothing', {}, /crop, rotate or focus/],
    ['a crop that ends outside', { crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }, /within the image/],
    ['a crop that begins outside', { crop: { x: -0.1, y: 0, width: 0.5, height: 1 } }, /crop/],
    ['a crop without area', { crop: { x: 0, y: 0, width: 0, height: 1 } }, /more than 0/],
    ['a crop without its height', { crop: { x: 0, y: 0, width: 1 } }, /height/],
    ['another angle', { rotate: 45 }, /0, 90, 180 or 270/],
    ['a focal point outside', { focus: { x: 1.1, y: 0 } }, /focus/],
    ['a focal point outside of the crop', { crop: QUARTER, focus: { x: 0.1, y: 0.6 } }, /within the crop/],
  ];
  for (const [what, body, sentence] of wrong) {
    it(`are refused with ${what}`, async () => {
      const { id } = await uploaded(use(), await picture(40, 30, 250).png().toBuffer());
      const answer = await edit(id, body);
      expectRefusal(answer, 400, 'BAD_REQUEST');
      expect(answer.body.error).to.match(sentence);
    });
  }

  it('accept sums that binary fractions make a little larger, and the smallest parts', async () => {
    const { id } = await uploaded(use(), await another(100, 100).png().toBuffer());
    expect(await edited(id, { crop: { x: 0.7, y: 0.1, width: 0.3, height: 0.9 } })).to.include({
      width: 30,
      height: 90,
    });
    expect(await edited(id, { crop: { x: 1, y: 1, width: 1e-10, height: 1e-10 } })).to.include({ width: 1, height: 1 });
  });
});
