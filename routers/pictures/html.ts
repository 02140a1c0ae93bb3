// Of the HTML that the renderer wrote: values stand in double quotes, and escapes are hexadecimal. A name holds no "<", so
// that no text is read again from each of its pictures on.
const picture = /<img(?: [a-z-]+(?:="[^"]*")?)*>/g;
const attribute = / ([a-z-]+)="([^"]*)"/g;

/** How large a picture is, in CSS pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The addresses of the pictures whose width or height nobody said, each once. */
export function unsizedIn(html: string): string[] {
  const unsized = [...html.matchAll(picture)].map(([tag]) => attributesOf(tag)).filter(isUnsized);
  return [...new Set(unsized.flatMap(({ src }) => src ?? []))];
}

/**
 * Gives pictures the width and the height that nobody said.
 *
 * @param sizeOf how large the picture at an address is by itself; undefined when that is not known
 */
export function withSizes(html: string, sizeOf: (address: string) => PictureSize | undefined): string {
  return html.replaceAll(picture, (tag) => {
    const attributes = attributesOf(tag);
    const size = isUnsized(attributes) && attributes.src !== undefined ? sizeOf(attributes.src) : undefined;
    return size ? sized(tag, attributes, size) : tag;
  });
}

interface Attributes {
  src?: string;
  width?: string;
  height?: string;
}

function attributesOf(tag: string): Attributes {
  return Object.fromEntries(
    [...tag.matchAll(attribute)].map(([, name = '', value = '']) => [name, unescaped(value)] as const),
  );
}

function unescaped(value: string): string {
  return value.replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function isUnsized({ width, height }: Attributes): boolean {
  return width === undefined || height === undefined;
}

/** One side alone keeps the picture's shape. */
function sized(tag: string, { width, height }: Attributes, own: PictureSize): string {
  const added =
    width !== undefined
      ? `height="${scaled(own.height, Number(width) / own.width)}"`
      : height !== undefined
        ? `width="${scaled(own.width, Number(height) / own.height)}"`
        : `width="${own.width}" height="${own.height}"`;
  return tag.replace(' class="picture unsized"', ' class="picture"').replace(/>$/, ` ${added}>`);
}

function scaled(length: number, by: number): number {
  return Math.max(1, Math.round(length * by));
}
