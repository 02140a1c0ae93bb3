/** How large an image is shown beside the text: narrower, wider, or as wide as the page. */
export const looks = ['small', 'wide', 'full'] as const;
export type ImageLook = (typeof looks)[number];

const LOOK = new RegExp(`#(${looks.join('|')})$`);

/** Splits an image's URL, such as `/media/a.jpg#wide`, into the URL without its look, and the look if there is one. */
export function lookIn(url: string): { url: string; look?: ImageLook } {
  const [fragment, look] = LOOK.exec(url) ?? [];
  return fragment === undefined ? { url } : { url: url.slice(0, -fragment.length), look: look as ImageLook };
}
