import type { ImageSize } from '../../../shared/image-size.ts';

// In the HTML that the renderer writes, values stand in double quotes, escapes are hexadecimal, and a value may hold "<" and
// ">". So whole tags are read one after the other, each to its end: what looks like a picture inside a value is none. The
// pattern fits at every "<", so that no text takes longer than it is long.
const tagPattern = /<[^>"]*(?:"[^"]*"?[^>"]*)*>?/g;
const shownTag = /^<(img|a|audio|video|source|track)((?: [a-z-]+(?:="[^"]*")?)*)>$/;
const attribute = / ([a-z-]+)(?:="([^"]*)")?/g;

/** An image, a link or a player in HTML of the renderer. */
export interface Tag {
  name: string;
  /** Unescaped values by name. */
  attributes: Record<string, string>;
  /** Where it is in the HTML. */
  start: number;
  end: number;
}

/**
 * The images in HTML of the renderer, and links and players if any of them may lead to uploads or have a poster; null for
 * every other tag, so that a caller may pause.
 */
export function* findImageTags(html: string): Generator<Tag | null, void> {
  if (!html.includes('<img') && !html.includes('"/media/') && !html.includes(' poster="')) return;
  for (const { 0: text, index: start } of html.matchAll(tagPattern)) {
    const [, name, attributes = ''] = shownTag.exec(text) ?? [];
    yield name === undefined ? null : { name, attributes: attributesIn(attributes), start, end: start + text.length };
  }
}

/** The URLs of the images without width or height, each once. */
export function findUnsized(html: string): string[] {
  const addresses = new Set<string>();
  for (const tag of findImageTags(html)) {
    if (tag?.attributes['src'] !== undefined && isUnsized(tag)) addresses.add(tag.attributes['src']);
  }
  return [...addresses];
}

/** Whether it is an image without width or height. */
export function isUnsized({ name, attributes }: Tag): boolean {
  return name === 'img' && (attributes['width'] === undefined || attributes['height'] === undefined);
}

/**
 * The attributes of an image with the missing width or height. One given side keeps the aspect ratio.
 *
 * @param own the size of its file
 */
export function withSize(attributes: Tag['attributes'], own: ImageSize): Tag['attributes'] {
  const { width, height, class: kind } = attributes;
  const size: Tag['attributes'] =
    width !== undefined
      ? { height: scaled(own.height, Number(width) / own.width) }
      : height !== undefined
        ? { width: scaled(own.width, Number(height) / own.height) }
        : { width: String(own.width), height: String(own.height) };
  return { ...attributes, ...(kind !== undefined && { class: kind.replace(/ unsized$/, '') }), ...size };
}

function scaled(length: number, by: number): string {
  return String(Math.max(1, Math.round(length * by)));
}

function attributesIn(text: string): Tag['attributes'] {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', value = '']) => [name, unescaped(value)] as const),
  );
}

function unescaped(value: string): string {
  return value.replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
