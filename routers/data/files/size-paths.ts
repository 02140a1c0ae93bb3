/** The widths of the smaller versions of images. No other exists. */
export const WIDTHS = [320, 640, 960, 1280, 1920];

/** The path of a smaller version: `2026/03/harbour-1a2b3c4d.jpg` has `2026/03/harbour-1a2b3c4d-640.webp`. */
export function sizePath(path: string, width: number): string {
  return `${stemOf(path)}-${width}.webp`;
}

/** The path of a file, and of its smaller versions, whether they exist or not. */
export function sizePaths(path: string): string[] {
  return [path, ...WIDTHS.map((width) => sizePath(path, width))];
}

/** The size of images in link previews, in pixels; every service crops others to about this shape. */
export const SHARED = { width: 1200, height: 630 };

/** The path of the JPEG of an image for link previews, which is made when it is requested. */
export function sharedPath(path: string): string {
  return `${stemOf(path)}-${SHARED.width}.jpg`;
}

/** A path without its extension. */
function stemOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}
