import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

import { createBlogClient } from '../client/index.ts';
import { signIn, type Octavo } from './octavo.ts';

/** The number of photos in the post, and their size: 12 megapixels. */
export const PHOTOS = { count: 12, width: 4000, height: 3000 } as const;
/** Half of the photos stand between paragraphs, the others are a gallery. */
const IN_TEXT = PHOTOS.count / 2;

/** A post with photos. */
export interface PhotoPost {
  path: string;
  /** The size of all files as they were uploaded, in bytes. */
  bytes: number;
}

/** Uploads photos and writes a post with them; returns when their smaller versions exist. */
export async function writePhotoPost(octavo: Octavo): Promise<PhotoPost> {
  const client = createBlogClient({ url: octavo.url, token: await signIn(octavo) });
  const photos = [];
  for (let number = 0; number < PHOTOS.count; number++) {
    const file = new Blob([new Uint8Array(await photo(number))]);
    photos.push(await client.media.upload(file, { name: `Photo ${number}`, alt: `Photo ${number}` }));
  }
  const images = photos.map(({ media: { url, alt } }) => `![${alt}](${new URL(url).pathname})`);
  const text = 'The path went up, and then it went down. '.repeat(12);
  const paragraphs = images.map((image, at) => (at < IN_TEXT ? `${text}\n\n${image}` : image));
  const { id } = await client.posts.create({ title: 'Twelve photos', content: paragraphs.join('\n\n') });
  for (;;) {
    const { media } = await client.media.list({ pageSize: 100 });
    if (media.every(({ sizes }) => sizes !== undefined && sizes.length > 0)) break;
    await wait(1000);
  }
  return { path: `/posts/${id}`, bytes: photos.reduce((sum, { media }) => sum + (media.bytes ?? 0), 0) };
}

/** A JPEG with soft shapes and grain, about as large as that of a camera. */
async function photo(number: number): Promise<Buffer> {
  const { width, height } = PHOTOS;
  const hue = (number * 360) / PHOTOS.count;
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <linearGradient id="sky" x2="0.3" y2="1"><stop stop-color="hsl(${hue} 60% 75%)"/><stop offset="1" stop-color="hsl(${hue + 40} 40% 30%)"/></linearGradient>
      <rect width="100%" height="100%" fill="url(#sky)"/>
      <path d="M0 ${height * 0.7}L${width * 0.3} ${height * 0.4}L${width * 0.55} ${height * 0.65}L${width} ${height * 0.35}V${height}H0z" fill="hsl(${hue + 80} 35% 25%)"/>
      <circle cx="${width * 0.7}" cy="${height * 0.25}" r="${height * 0.1}" fill="hsl(${hue} 90% 92%)"/>
    </svg>`,
  );
  // Detail of every size, as in leaves, waves and stones.
  const layers = await Promise.all([1, 4, 16].map((scale) => detail(scale)));
  return sharp(shapes)
    .composite(layers.map((input) => ({ input, blend: 'overlay' as const })))
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Noise in squares of this many pixels. */
async function detail(scale: number): Promise<Buffer> {
  const { width, height } = PHOTOS;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const small = await sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .blur(0.8)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(small).resize(width, height).png({ compressionLevel: 1 }).toBuffer();
}
