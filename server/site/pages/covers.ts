import type { CallContext } from '../../../routers/core/context.ts';
import { SHARED, sharedPath, sizePath } from '../../../routers/data/files/size-paths.ts';
import { pathInUrl, urlOfPath } from '../../../routers/media/files.ts';
import { atSite, sitePathOf } from '../../../shared/site-address.ts';
import { mediaUrl } from '../../../routers/media/media.ts';
import { COVER, sizesOfCover } from '../render/image-widths.ts';
import { encodeUrl } from '../render/plugins/url.ts';
import { findUploads, ownUrls, srcsetOf, type Upload } from '../render/uploads.ts';

/** A cover as templates show it; docs/themes.md describes it. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  srcset?: string;
  sizes?: string;
  /** The focal point in percent of its sides, in steps that the style sheet knows. */
  focus?: { x: number; y: number };
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
  const { path, width, height, focus } = upload;
  const size = { width: width ?? COVER.width, height: height ?? COVER.height };
  const srcset = srcsetOf(upload, base);
  return {
    src: `${base}/${path}`,
    ...size,
    ...(srcset && { srcset, sizes: sizesOfCover(size) }),
    ...(focus && { focus: { x: stepOf(focus.x), y: stepOf(focus.y) } }),
  };
}

/** A share in percent, in steps of a sixth: the Content Security Policy allows no style in a page (focus.css). */
function stepOf(share: number): number {
  return Math.round((Math.round(share * 6) / 6) * 100);
}

/** A picture for other programs. */
export interface SharedPicture {
  /** Absolute; "" when there is none that other programs show. */
  url: string;
  /** In pixels, of an upload. */
  width?: number;
  height?: number;
  /** The media type, of an upload or by the end of the URL. */
  mime?: string;
  /** The number of bytes, of an upload that is shown as it is. */
  bytes?: number;
}

/**
 * A cover for programs that show it whole, such as feed readers. An upload is shown as it is if it is a JPEG or PNG of up
 * to 5 MB, otherwise as its widest version; without one, only a GIF or WebP is.
 *
 * @param cover as it is stored, possibly ""
 * @param origin the address of the site; "" if it is not known
 */
export async function sharedCover(call: CoverContext, cover: string, origin: string): Promise<SharedPicture> {
  const { url, upload } = await findCover(call, cover);
  if (!upload) return elsewhere(url, origin);
  if (!canBeShared(upload)) return { url: '' };
  return { ...coverFile(upload), url: `${mediaUrl(call.policy, origin)}/${coverFile(upload).path}` };
}

/**
 * The image that stands for a post or page in link previews: of an upload, a JPEG of 1200 × 630 pixels around its focal
 * point, which every service reads and none has to crop.
 *
 * @param cover the image of sharing or the cover, possibly ""
 * @param html of the text, if it is open, whose first upload stands in for a missing cover
 * @param origin the address of the site; "" if it is not known
 */
export async function sharedImage(
  call: CoverContext,
  cover: string,
  html: string,
  origin: string,
): Promise<SharedPicture> {
  const { url, upload } = await findCover(call, cover || firstUpload(html, await ownUrls(call)));
  if (!upload) return elsewhere(url, origin);
  if (!canBeShared(upload)) return { url: '' };
  // Also where files have another host, which does not make this one.
  return { ...elsewhere(urlOfPath(sharedPath(upload.path)), origin), ...SHARED };
}

async function findCover(call: CoverContext, cover: string): Promise<{ url: string; upload: Upload | undefined }> {
  const ownUrl = await ownUrls(call);
  const url = ownUrl(encodeUrl(cover) ?? '');
  return { url, upload: (await findUploads(call, [url])).get(pathInUrl(url) ?? '') };
}

/** A picture that is no upload. */
function elsewhere(url: string, origin: string): SharedPicture {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return {
    url: url.startsWith('/') && origin !== '' ? new URL(atSite(sitePathOf(origin), url), origin).href : url,
    ...(Object.hasOwn(mimes, extension) && { mime: mimes[extension]! }),
  };
}

const mimes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/** The file that stands for an upload: itself, or its widest version. */
function coverFile(upload: Upload): Omit<SharedPicture, 'url'> & { path: string } {
  const { path, mime, bytes, width, height, sizes } = upload;
  const own = width === null || height === null ? {} : { width, height };
  if (sizes.length === 0 || (PREVIEW_TYPES.has(mime) && bytes <= MAX_PREVIEW)) return { path, mime, bytes, ...own };
  const widest = Math.max(...sizes);
  const size = width && height ? { width: widest, height: Math.round((height * widest) / width) } : {};
  return { path: sizePath(path, widest), mime: 'image/webp', ...size };
}

function firstUpload(html: string, ownUrl: (url: string) => string): string {
  for (const [, src = ''] of html.matchAll(/<img (?:[\w:-]+(?:="[^"]*")? )*?src="([^"]*)"/g)) {
    if (pathInUrl(ownUrl(src)) !== undefined) return src;
  }
  return '';
}

/** Versions are WebP. An SVG has none, and no crawler shows it. */
function canBeShared({ mime, sizes }: Upload): boolean {
  return sizes.length > 0 || PREVIEW_TYPES.has(mime) || mime === 'image/webp' || mime === 'image/gif';
}
