import type { Media } from '../../index.ts';
import { withSize, type ImageSize } from '../../../shared/image-size.ts';

/**
 * The Markdown for an image, or a link for other files.
 *
 * @param size of the image, if the text has to contain it
 */
export function mediaMarkdown(media: Pick<Media, 'url' | 'mime' | 'name' | 'alt' | 'kind'>, size?: ImageSize): string {
  const url = urlInPosts(media);
  if (media.kind !== 'image') return `[${escapeMarkdown(mediaName(media))}](${urlIn(url)})`;
  return `![${escapeMarkdown(media.alt)}](${urlIn(size ? withSize(url, size) : url)})`;
}

/** The URL by which posts refer to a file: that of an upload is `/media/…`, without host and base path. */
export function urlInPosts({ url, mime }: Pick<Media, 'url' | 'mime'>): string {
  return mime === undefined ? url : `/media/${url.split('/').slice(-3).join('/')}`;
}

/** Writes an alternative text into the images of a text that have this URL and none. */
export function withAlt(markdown: string, url: string, alt: string): string {
  return markdown.replaceAll(`![](${url}`, (found, at: number) => {
    const end = markdown.charAt(at + found.length);
    return [')', '#', ' '].includes(end) ? `![${escapeMarkdown(alt)}](${url}` : found;
  });
}

/** The name of a link; without one, its URL. */
export function mediaName({ name, url }: Pick<Media, 'url' | 'name'>): string {
  return readable(name, url) || url;
}

/** A name for display: one that was derived from the URL may be percent-encoded. */
export function readable(name: string, url: string): string {
  if (!name.includes('%') || !url.includes(`/${name}`)) return name;
  try {
    const decoded = decodeURIComponent(name);
    // Invisible characters could make it look like another name.
    return /\p{C}/u.test(decoded) ? name : decoded;
  } catch {
    return name;
  }
}

/** Escapes characters that would end the brackets or that bind more strongly. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]`<]/g, String.raw`\$&`);
}

/** Parentheses would end the URL, so it is enclosed in angle brackets then. */
function urlIn(url: string): string {
  const safe = url.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('\\', '%5C');
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}
