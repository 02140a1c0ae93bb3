import type { ImageSize } from '../../shared/image-size.ts';

// In the HTML that the renderer writes, values stand in double quotes, escapes are hexadecimal, and a value may hold "<" and
// ">". So whole tags are read one after the other, each to its end: what looks like a picture inside a value is none. The
// pattern fits at every "<", so that no text takes longer than it is long.
const tag = /<[^>"]*(?:"[^"]*"?[^>"]*)*>?/g;
const picture = /^<img(?: [a-z-]+="[^"]*")*>$/;
const attribute = / ([a-z-]+)="([^"]*)"/g;

/** The addresses of the pictures whose width or height nobody said, each once. */
export function unsizedIn(html: string): string[] {
  const addresses = new Set<string>();
  withSizes(html, (address) => void addresses.add(address));
  return [...addresses];
}

/**
 * Gives pictures the width and the height that nobody said.
 *
 * @param html as the renderer wrote it
 * @param sizeOf how large the picture at an address is by itself; undefined when that is not known
 */
export function withSizes(html: string, sizeOf: (address: string) => ImageSize | undefined): string {
  if (!html.includes('<img')) return html;
  return html.replaceAll(tag, (found) => {
    const attributes = picture.test(found) ? attributesOf(found) : {};
    const size = attributes.src !== undefined && isUnsized(attributes) ? sizeOf(attributes.src) : undefined;
    return size ? sized(found, attributes, size) : found;
  });
}

interface Attributes {
  src?: string;
  width?: string;
  height?: string;
}

function attributesOf(image: string): Attributes {
  return Object.fromEntries(
    [...image.matchAll(attribute)].map(([, name = '', value = '']) => [name, unescaped(value)] as const),
  );
}

function unescaped(value: string): string {
  return value.replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function isUnsized({ width, height }: Attributes): boolean {
  return width === undefined || height === undefined;
}

/** One side alone keeps the picture's shape. */
function sized(image: string, { width, height }: Attributes, own: ImageSize): string {
  const added =
    width !== undefined
      ? `height="${scaled(own.height, Number(width) / own.width)}"`
      : height !== undefined
        ? `width="${scaled(own.width, Number(height) / own.height)}"`
        : `width="${own.width}" height="${own.height}"`;
  return image.replace(' class="picture unsized"', ' class="picture"').replace(/>$/, ` ${added}>`);
}

function scaled(length: number, by: number): number {
  return Math.max(1, Math.round(length * by));
}
