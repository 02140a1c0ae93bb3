import type { Element } from '../html/nodes.ts';
import { picturesOfRtf } from './rtf-pictures.ts';
import { rewrite, type Parent } from '../html/tree.ts';

/** The images of pasted HTML that are not on the web. */
export interface PastedPictures {
  /** Those whose bytes were pasted too: the URL of each is `pasted:` and its position here. */
  files: File[];
  /** The number of images that were omitted because their bytes are missing. */
  missing: number;
}

/**
 * Extracts images from `data:` URLs, and those that are files of another program from its Rich Text Format. Images on
 * the web keep their URL.
 *
 * @param rtf the same text in that format; "" when there is none
 */
export function takePictures(tree: Parent, rtf: string): PastedPictures {
  const files: File[] = [];
  let named = 0;
  rewrite(tree, (image) => {
    if (image.tagName === 'img' && isFile(sourceOf(image))) named += 1;
    return [image];
  });
  const inRtf = named > 0 ? picturesOfRtf(rtf) : [];
  // They can be matched only by their order.
  const isKnown = inRtf.length === named;
  let missing = 0;
  rewrite(tree, (image) => {
    if (image.tagName !== 'img') return [image];
    const url = sourceOf(image);
    if (url.startsWith('//')) image.properties['src'] = `https:${url}`;
    if (/^(?:https?:|\/)/.test(url)) return [image];
    const file = isFile(url) ? (isKnown ? inRtf.shift() : undefined) : decodePicture(url);
    if (!file) {
      missing += 1;
      return [];
    }
    image.properties['src'] = `pasted:${files.push(file) - 1}`;
    return [image];
  });
  return { files, missing };
}

function sourceOf({ properties }: Element): string {
  return String(properties['src'] ?? '').trim();
}

function isFile(url: string): boolean {
  return /^file:/i.test(url);
}

function decodePicture(url: string): File | undefined {
  const [, type, digits] = /^data:(image\/[\w+.-]+);base64,([\s\S]+)$/.exec(url) ?? [];
  if (!type || !digits) return undefined;
  try {
    const bytes = Uint8Array.from(atob(decodeURIComponent(digits).replace(/\s+/g, '')), (sign) => sign.charCodeAt(0));
    return new File([bytes], `image.${type.slice(6).replace(/\+.*/, '')}`, { type });
  } catch {
    return undefined;
  }
}
