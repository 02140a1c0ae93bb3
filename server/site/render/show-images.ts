import { setImmediate } from 'node:timers/promises';

import type { CallContext } from '../../../routers/core/context.ts';
import { pathInUrl } from '../../../routers/media/files.ts';
import { mediaUrl } from '../../../routers/media/media.ts';
import { isUnsized, findImageTags, withSize, type Tag } from '../../../routers/media/pictures/html.ts';
import { findSizes } from '../../../routers/media/pictures/sizes.ts';
import { shareClasses, sharesInRows } from '../../../shared/gallery-rows.ts';
import { sizesInRow, sizesInText } from './image-widths.ts';
import { findUploads, isOwn, ownUrls, srcsetOf, type Upload } from './uploads.ts';

/** Tags per turn of the event loop. */
const BATCH_SIZE = 5000;

/** How a response shows images. */
export interface ImageOptions {
  /** The origin of URLs of uploads; "" for URLs without it. */
  origin: string;
  /** Whether the page shows a cover above the text, which is then its first image. */
  isBelowCover?: boolean;
}

type Attributes = Tag['attributes'];

/**
 * Completes the images of a text, which the renderer does not know: uploads get their smaller versions (`srcset`), and
 * images get their sizes as far as they are known. URLs of uploads get the origin, or that of MEDIA_PUBLIC_URL. Players
 * lose posters of other sites.
 *
 * @param html the output of the renderer
 */
export async function showImages(
  call: Pick<CallContext, 'em' | 'policy' | 'reply' | 'settings'>,
  html: string,
  { origin, isBelowCover = false }: ImageOptions,
): Promise<string> {
  const { siteUrl } = await call.settings.current();
  const ownUrl = await ownUrls(call);
  const urlOf = ({ attributes: { src, href } }: Tag) => ownUrl(src ?? href ?? '');
  // Browsers load a poster before a click.
  const hasForeignPoster = ({ attributes: { poster } }: Tag) => poster !== undefined && !isOwn(ownUrl(poster), siteUrl);
  const mayBeUpload = (tag: Tag) => pathInUrl(urlOf(tag)) !== undefined;
  const tags = await tagsToChange(html, (tag) => tag.name === 'img' || mayBeUpload(tag) || hasForeignPoster(tag));
  if (tags.length === 0) return html;
  const base = mediaUrl(call.policy, origin);
  const uploads = await findUploads(call, tags.map(urlOf));
  const unsized = tags.filter((tag) => isUnsized(tag) && !uploads.has(pathInUrl(urlOf(tag)) ?? '')).map(urlOf);
  // Also those that nobody has measured yet.
  if (unsized.length > 0) call.reply.dependsOn?.(['pictures']);
  const sizes = await findSizes(call.em, unsized);

  function completed(tag: Tag): Attributes {
    const { name, attributes } = tag;
    const url = urlOf(tag);
    const path = pathInUrl(url);
    const upload = path === undefined ? undefined : uploads.get(path);
    const moved = upload && base + url.slice('/media'.length);
    if (name === 'a') return { ...attributes, ...(moved && { href: moved }) };
    if (name !== 'img') return asPlayer(hasForeignPoster(tag) ? withoutPoster(tag) : tag, upload, moved);
    const own = upload ? knownSize(upload) : sizes.get(url);
    const sized = own && isUnsized(tag) ? withSize(attributes, own) : attributes;
    const srcset = upload && srcsetOf(upload, base);
    return {
      ...(isBelowCover ? asFollowing(sized) : sized),
      ...(moved && { src: moved }),
      ...(srcset && { srcset, sizes: sizesInText(sized['class'] ?? '', Number(sized['width'])) }),
    };
  }

  const shown = tags.map((tag) => ({ tag, attributes: completed(tag) }));
  if (origin === '') justifyGalleries(html, shown);
  const parts: string[] = [];
  let at = 0;
  for (const { tag, attributes } of shown) {
    parts.push(html.slice(at, tag.start), written(tag.name, attributes));
    at = tag.end;
  }
  return parts.join('') + html.slice(at);
}

interface ShownTag {
  tag: Tag;
  attributes: Attributes;
}

/** Gives the images of each gallery whose sizes are all known their places in rows of one height. */
function justifyGalleries(html: string, shown: readonly ShownTag[]): void {
  const galleries: ShownTag[][] = [];
  let end = 0;
  for (const one of shown) {
    const isFirst = html.slice(end, one.tag.start).includes('class="gallery"');
    if (isFirst) galleries.push([]);
    if (/ (?:half|third)\b/.test(one.attributes['class'] ?? '')) galleries.at(-1)?.push(one);
    end = one.tag.end;
  }
  for (const images of galleries) {
    const ratios = images.map(({ attributes: { width, height } }) => Number(width) / Number(height));
    if (!ratios.every((ratio) => ratio > 0 && Number.isFinite(ratio))) continue;
    for (const [at, share] of sharesInRows(ratios).entries()) placeInRow(images[at]!.attributes, share);
  }
}

function placeInRow(attributes: Attributes, share: number): void {
  attributes['class'] += ` ${shareClasses(share)}`;
  if (attributes['sizes'] !== undefined) attributes['sizes'] = sizesInRow(share);
}

/** A player, or a part of one. A video gets its size, so that nothing moves when it has loaded. */
function asPlayer({ name, attributes }: Tag, upload: Upload | undefined, moved: string | undefined): Attributes {
  const size = name === 'video' && upload && attributes['width'] === undefined ? knownSize(upload) : undefined;
  return {
    ...attributes,
    ...(moved && { src: moved }),
    ...(size && { width: String(size.width), height: String(size.height) }),
  };
}

function withoutPoster(tag: Tag): Tag {
  const attributes = { ...tag.attributes };
  delete attributes['poster'];
  return { ...tag, attributes };
}

async function tagsToChange(html: string, mayChange: (tag: Tag) => boolean): Promise<Tag[]> {
  const found: Tag[] = [];
  let count = 0;
  for (const tag of findImageTags(html)) {
    if (++count % BATCH_SIZE === 0) await setImmediate();
    if (tag && mayChange(tag)) found.push(tag);
  }
  return found;
}

function knownSize({ width, height }: { width: number | null; height: number | null }) {
  return width === null || height === null ? undefined : { width, height };
}

/** An image that is not the first one of its page is lazy. */
function asFollowing({ fetchpriority, ...attributes }: Attributes): Attributes {
  return fetchpriority === undefined ? attributes : { ...attributes, loading: 'lazy' };
}

/** A tag as the renderer writes it. */
function written(name: string, attributes: Attributes): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${pairs.join('')}>`;
}

function escaped(value: string): string {
  return value.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;');
}
