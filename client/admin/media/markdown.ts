import type { Media } from '../../index.ts';
import { withSize, type ImageSize } from '../../../shared/image-size.ts';

/**
 * The Markdown that shows a picture, or links to what is none.
 *
 * @param size of the picture, as far as it is known
 */
export function markdownOf(media: Pick<Media, 'url' | 'name' | 'alt' | 'kind'>, size?: ImageSize): string {
  if (media.kind !== 'image') return `[${textIn(nameOf(media))}](${addressIn(media.url)})`;
  return `![${textIn(media.alt)}](${addressIn(size ? withSize(media.url, size) : media.url)})`;
}

/** What a link is called; one without a name by its address. */
export function nameOf({ name, url }: Pick<Media, 'url' | 'name'>): string {
  return readable(name, url) || url;
}

/** A name as people read it: one that the service took from the end of the address is still encoded there. */
export function readable(name: string, url: string): string {
  if (!name.includes('%') || !url.includes(`/${name}`)) return name;
  try {
    const decoded = decodeURIComponent(name);
    // Marks that nobody sees could make it look like another name.
    return /\p{C}/u.test(decoded) ? name : decoded;
  } catch {
    return name;
  }
}

/** Without what would end the brackets, or bind more strongly than they do. */
function textIn(text: string): string {
  return text.replace(/[\\[\]`<]/g, String.raw`\$&`);
}

/** Parentheses would end the address, were it not for the angle brackets. */
function addressIn(url: string): string {
  const safe = url.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('\\', '%5C');
  return /[()]/.test(safe) ? `<${safe}>` : safe;
}
