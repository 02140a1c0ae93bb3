/** The size of an image in CSS pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const SIZE = /#([1-9]\d{0,4})x([1-9]\d{0,4})$/;

/**
 * Appends the size to an image's URL, as in `https://blog.example/boat.jpg#1200x800`, so that pages can reserve its space.
 * A URL that already has a fragment stays unchanged.
 */
export function withSize(url: string, { width, height }: ImageSize): string {
  const fragment = `#${Math.round(width)}x${Math.round(height)}`;
  return url.includes('#') || !SIZE.test(fragment) ? url : url + fragment;
}

/** Splits a URL into the URL without its size, and the size if there is one. */
export function sizeIn(url: string): { url: string; size?: ImageSize } {
  const [fragment, width, height] = SIZE.exec(url) ?? [];
  if (fragment === undefined) return { url };
  return { url: url.slice(0, -fragment.length), size: { width: Number(width), height: Number(height) } };
}
