import { kyselyOf } from '../../../entities/kysely.ts';
import type { CallContext } from '../../../routers/core/context.ts';
import { readFocus, type Focus } from '../../../routers/media/focus.ts';
import { uploadHosts } from '../../../routers/media/hosts.ts';
import { pathInUrl, uploadTag } from '../../../routers/media/files.ts';
import { sizePath, WIDTHS } from '../../../routers/data/files/size-paths.ts';

/** An uploaded file that a response shows. */
export interface Upload {
  path: string;
  mime: string;
  bytes: number;
  /** In pixels; null where there is none. */
  width: number | null;
  height: number | null;
  /** The widths of its smaller versions that exist. */
  sizes: readonly number[];
  /** The point that stays visible where it is cropped; null until one is chosen. */
  focus: Focus | null;
}

/** How many URLs of a response are looked up; further ones stay as they are written. */
const MAX_UPLOADS = 1000;

/** What may be an absolute URL of an upload: its end, or that of its path. */
const MAY_BE_UPLOAD = /\/\d{4}\/\d{2}\/[a-z0-9-]+\.[a-z0-9]{2,4}(?=[?#]|$)/;
const IS_ABSOLUTE = /^(?:https?:)?\/\//i;

/**
 * Makes a function that removes scheme, host and base path from the URL of an upload: those of the site, of
 * MEDIA_PUBLIC_URL, or while no site address is set, of a host that has answered uploads. Programs may write the absolute
 * URLs that the API returns. http and https make no difference, nor does the case of the host.
 */
export async function ownUrls({
  em,
  policy,
  settings,
}: Pick<CallContext, 'em' | 'policy' | 'settings'>): Promise<(url: string) => string> {
  const { siteUrl } = await settings.current();
  const sites = siteUrl === '' ? (await uploadHosts(em)).map((host) => `http://${host}`) : [siteUrl];
  const bases = [...sites.map((site) => `${site}/media`), ...(policy.mediaPublicUrl ? [policy.mediaPublicUrl] : [])];
  const prefixes = bases.map((base) => placeIn(new URL(base)));
  return (url) => {
    if (!IS_ABSOLUTE.test(url) || !MAY_BE_UPLOAD.test(url) || !URL.canParse(url, 'https://own.invalid')) return url;
    const parsed = new URL(url, 'https://own.invalid');
    const place = placeIn(parsed);
    const prefix = prefixes.find((one) => place.startsWith(`${one}/`));
    if (prefix === undefined || parsed.username !== '' || parsed.password !== '') return url;
    const own = `/media${place.slice(prefix.length)}${parsed.search}${parsed.hash}`;
    return pathInUrl(own) === undefined ? url : own;
  };
}

/** Host, port and path of a URL. */
function placeIn({ host, pathname }: URL): string {
  return host + pathname;
}

/**
 * Whether a URL in a text leads to the site, or to an upload.
 *
 * @param url without the origin of an upload, as by `ownUrls`
 * @param siteUrl the site address; may be ""
 */
export function isOwn(url: string, siteUrl: string): boolean {
  const site = siteUrl || 'https://own.invalid';
  return URL.canParse(url, site) && new URL(url, site).origin === new URL(site).origin;
}

/**
 * Finds uploads by their URLs (`/media/…`). The response depends on them from now on.
 *
 * @returns the uploads by their paths; other URLs have none
 */
export async function findUploads(
  { em, reply }: Pick<CallContext, 'em' | 'reply'>,
  urls: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  const paths = [...new Set(urls.flatMap((url) => pathInUrl(url) ?? []))].slice(0, MAX_UPLOADS);
  if (paths.length === 0) return new Map();
  reply.dependsOn?.(paths.map(uploadTag));
  const rows = await kyselyOf(em)
    .selectFrom('media')
    .select(['path', 'mime', 'bytes', 'width', 'height', 'sizes', 'focus'])
    .where('path', 'in', paths)
    .execute();
  return new Map(
    rows.map(({ path, mime, bytes, sizes, focus, ...size }) => {
      const widths = JSON.parse(sizes ?? '[]') as number[];
      const upload = { path: path!, mime: mime!, bytes: bytes!, sizes: widths, focus: readFocus(focus), ...size };
      return [upload.path, upload];
    }),
  );
}

/**
 * The `srcset` of an image: its smaller versions, and the file itself unless it is wider than the widest of them.
 *
 * @param base the URL below which uploads are served
 * @returns undefined when there are no smaller versions
 */
export function srcsetOf({ path, width, sizes }: Upload, base: string): string | undefined {
  if (sizes.length === 0 || width === null) return undefined;
  const versions = sizes.map((size) => `${base}/${sizePath(path, size)} ${size}w`);
  if (width <= Math.max(...WIDTHS)) versions.push(`${base}/${path} ${width}w`);
  return versions.join(', ');
}
