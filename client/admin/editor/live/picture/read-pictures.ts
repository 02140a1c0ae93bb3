import type { SyntaxNode } from '@lezer/common';

import { looks, lookIn, type ImageLook } from '../../../../../shared/image-look.ts';
import { siteMarkdown } from '../../markdown/dialect/dialect.ts';

/** A picture in Markdown, whose positions count from the beginning of its block. */
export interface Picture {
  from: number;
  to: number;
  alt: string;
  /** Its address without its look. */
  url: string;
  look: ImageLook | null;
  /** Its caption. */
  title: string;
  /** What a click on it opens; "" for the picture itself. */
  link: string;
}

/** The pictures of a block. */
export function readPictures(source: string): Picture[] {
  const pictures: Picture[] = [];
  siteMarkdown.parser.parse(source).iterate({
    enter({ name, node }) {
      if (name !== 'Image') return;
      const picture = readPicture(source, node);
      if (picture) pictures.push(picture);
    },
  });
  return pictures;
}

function readPicture(source: string, node: SyntaxNode): Picture | null {
  const url = node.getChild('URL');
  const [open, close] = node.getChildren('LinkMark');
  if (!url || !open || !close) return null;
  const title = node.getChild('LinkTitle');
  const around = node.parent?.name === 'Link' ? node.parent : null;
  const target = around?.getChild('URL');
  const read = lookIn(unwrapped(source.slice(url.from, url.to)));
  return {
    from: around?.from ?? node.from,
    to: around?.to ?? node.to,
    alt: unescaped(source.slice(open.to, close.from)),
    url: read.url,
    look: read.look ?? null,
    title: title ? unescaped(source.slice(title.from + 1, title.to - 1)) : '',
    link: target ? unwrapped(source.slice(target.from, target.to)) : '',
  };
}

/** The Markdown of a picture. */
export function writePicture({ alt, url, look, title, link }: Omit<Picture, 'from' | 'to'>): string {
  const shown = look === null || !looks.includes(look) ? url : `${url.split('#', 1)[0]}#${look}`;
  const caption = title.trim() === '' ? '' : ` "${title.trim().replace(/["\\]/g, String.raw`\$&`)}"`;
  const image = `![${alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]`<]/g, String.raw`\$&`)}](${wrapped(shown)}${caption})`;
  return link.trim() === '' ? image : `[${image}](${wrapped(link.trim())})`;
}

function unwrapped(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url;
}

function wrapped(url: string): string {
  const safe = url.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('\n', '');
  return /[()\s]/.test(safe) ? `<${safe}>` : safe;
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
