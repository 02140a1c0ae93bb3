import type { CallContext } from '../../../routers/core/context.ts';
import { pathInUrl } from '../../../routers/media/files.ts';
import { atSite, sitePathOf } from '../../../shared/site-address.ts';
import { mediaUrl } from '../../../routers/media/media.ts';
import { COVER, sizesOfCover } from '../render/image-widths.ts';
import { encodeUrl } from '../render/plugins/url.ts';
import { findUploads, largestVersion, ownUrls, srcsetOf, type Upload } from '../render/uploads.ts';

/** A cover as templates show it; docs/themes.md describes it. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  srcset?: string;
  sizes?: string;
}

/** The maximum size in bytes of an original for link previews; many crawlers load nothing larger. */
const MAX_PREVIEW = 5_000_000;
/** The types that all crawlers read. */
const PREVIEW_TYPES = new Set(['image/jpeg', 'image/png']);

export type CoverContext = Pick<CallContext, 'em' | 'policy' | 'reply' | 'settings'>;

/** Adds `picture` to posts with covers, in one statement. */
export async function withPictures<T extends { cover: string }>(
  call: CoverContext,
  posts: readonly T[],
): Promise<(T & { picture?: Picture })[]> {
  const covers = posts.map(({ cover }) => encodeUrl(cover) ?? '');
  const urls = covers.map(await ownUrls(call));
  const uploads = await findUploads(call, urls);
  const base = mediaUrl(call.policy, '');
  return posts.map((post, at) => {
    const cover = covers[at]!;
    if (cover === '') return { ...post, cover };
    const upload = uploads.get(pathInUrl(urls[at]!) ?? '');
    return { ...post, cover, picture: upload ? pictureOf(upload, base) : { src: cover, ...COVER } };
  });
}

/** The same for one post or page. */
export async function withPicture<T extends { cover: string }>(
  call: CoverContext,
  post: T,
): Promise<T & { picture?: Picture }> {
  const [shown] = await withPictures(call, [post]);
  return shown!;
}

function pictureOf(upload: Upload, base: string): Picture {
  const { path, width, height } = upload;
  const size = { width: width ?? COVER.width, height: height ?? COVER.height };
  const srcset = srcsetOf(upload, base);
  return { src: `${base}/${path}`, ...size, ...(srcset && { srcset, sizes: sizesOfCover(size) }) };
}

/** A picture for other programs. */
export interface SharedPicture {
  /** Absolute; "" when there is none that other programs show. */
  url: string;
  /** In pixels, of an upload. */
  width?: number;
  height?: number;
}

/**
 * The absolute URL of a cover for other programs: cards of link previews, structured data, feeds. An upload is shown as
 * it is if it is a JPEG or PNG of up to 5 MB, otherwise as its widest version; without one, only a GIF or WebP is.
 *
 * @param cover as it is stored, possibly ""
 * @param origin the address of the site; "" if it is not known
 * @returns "" when there is none that other programs show
 */
export async function sharedCover(call: CoverContext, cover: string, origin: string): Promise<string> {
  return (await sharedPicture(call, cover, origin)).url;
}

/** The same with the size of an upload. */
async function sharedPicture(call: CoverContext, cover: string, origin: string): Promise<SharedPicture> {
  const ownUrl = await ownUrls(call);
  const url = ownUrl(encodeUrl(cover) ?? '');
  const upload = (await findUploads(call, [url])).get(pathInUrl(url) ?? '');
  if (!upload)
    return { url: url.startsWith('/') && origin !== '' ? new URL(atSite(sitePathOf(origin), url), origin).href : url };
  if (!canBeShared(upload)) return { url: '' };
  const path = sharedPath(upload);
  return { url: `${mediaUrl(call.policy, origin)}/${path}`, ...sizeOf(upload, path) };
}

/**
 * The image that stands for a post or page in other programs: its cover, or the first upload in its text.
 *
 * @param html of the text, if it is open
 * @param origin the address of the site; "" if it is not known
 */
export async function sharedImage(
  call: CoverContext,
  cover: string,
  html: string,
  origin: string,
): Promise<SharedPicture> {
  return sharedPicture(call, cover || firstUpload(html, await ownUrls(call)), origin);
}

/** The size of the file at this path: an upload itself, or its widest version. */
function sizeOf({ path, width, height, sizes }: Upload, shared: string): { width?: number; height?: number } {
  if (width === null || height === null) return {};
  if (shared === path) return { width, height };
  const widest = Math.max(...sizes);
  return { width: widest, height: Math.round((height * widest) / width) };
}

function firstUpload(html: string, ownUrl: (url: string) => string): string {
  for (const [, src = ''] of html.matchAll(/<img (?:[\w:-]+(?:="[^"]*")? )*?src="([^"]*)"/g)) {
    if (pathInUrl(ownUrl(src)) !== undefined) return src;
  }
  return '';
}

function sharedPath(upload: Upload): string {
  return PREVIEW_TYPES.has(upload.mime) && upload.bytes <= MAX_PREVIEW ? upload.path : largestVersion(upload);
}

/** Versions are WebP. An SVG has none, and no crawler shows it. */
function canBeShared({ mime, sizes }: Upload): boolean {
  return sizes.length > 0 || PREVIEW_TYPES.has(mime) || mime === 'image/webp' || mime === 'image/gif';
}
