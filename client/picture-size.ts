import type { PictureSize } from '../routers/pictures/html.ts';

export type { PictureSize };

const FORM = /#([1-9]\d{0,4})x([1-9]\d{0,4})$/;

/**
 * An address that says how large its picture is, such as `https://blog.example/boat.jpg#1200x800`, so that pages keep the
 * room free. An address that has another fragment already stays as it is.
 */
export function withSize(address: string, { width, height }: PictureSize): string {
  const fragment = `#${Math.round(width)}x${Math.round(height)}`;
  return address.includes('#') || !FORM.test(fragment) ? address : address + fragment;
}

/** The address without the size that it may say, and that size. */
export function sizeIn(address: string): { address: string; size?: PictureSize } {
  const [fragment, width, height] = FORM.exec(address) ?? [];
  if (fragment === undefined) return { address };
  return { address: address.slice(0, -fragment.length), size: { width: Number(width), height: Number(height) } };
}
