import { element } from './tree.ts';
import { all, type Element, type Node } from './nodes.ts';
import { makeParagraph, trimmedText } from './simple-nodes.ts';

interface Item {
  image: Element;
  href: string;
  caption: string;
}

const IMAGE_FILE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/**
 * The images of a gallery in paragraphs that follow each other, which the site shows as a gallery. The caption of an
 * image is its title, that of the gallery a paragraph after it. What else a gallery contains follows.
 *
 * @param notes gets a sentence for each link in a caption, because titles have none
 */
export function convertGallery(gallery: Element, notes: Set<string>): Node[] {
  const items: Item[] = [];
  const others: Node[] = [];
  collect(gallery, { items, others, isOutside: true }, notes);
  return [...items.map(paragraphWith), ...others];
}

function collect(
  parent: Element,
  { items, others, isOutside }: { items: Item[]; others: Node[]; isOutside: boolean },
  notes: Set<string>,
): void {
  const { length } = items;
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { tagName } = child;
    if (tagName === 'img') items.push({ image: child, href: '', caption: '' });
    else if (tagName === 'video' || tagName === 'audio') others.push(child);
    else if (tagName === 'figcaption' || tagName === 'dd') {
      const item = isOutside || items.length === length ? undefined : items.at(-1);
      if (item) item.caption = captionOf(child, notes);
      else others.push(...makeParagraph(child.children));
    } else {
      const before = items.length;
      collect(child, { items, others, isOutside: isOutside && tagName === 'ul' }, notes);
      const item = items.length === before + 1 ? items.at(-1) : undefined;
      if (tagName === 'a' && item) item.href = String(child.properties['href'] ?? '');
    }
  }
}

function captionOf(caption: Element, notes: Set<string>): string {
  for (const { properties } of all(caption, 'a')) {
    if (typeof properties['href'] === 'string') notes.add(`A link in a caption became text: ${properties['href']}`);
  }
  return trimmedText(caption);
}

/** An image links to its file by itself. One that links to a page is part of no gallery, unless it is that of the file. */
function paragraphWith({ image, href, caption }: Item): Element {
  const { src, alt } = image.properties;
  const isFile = IMAGE_FILE.test(href) && stemOf(href) === stemOf(String(src ?? ''));
  const plain = element('img', [], { src: isFile ? href : src, alt, ...(caption !== '' && { title: caption }) });
  const isLink = href !== '' && !isFile && !isAttachment(image, href);
  return element('p', [isLink ? element('a', [plain], { href }) : plain]);
}

/** WordPress has a page for each file, which does not exist here. */
function isAttachment({ properties }: Element, href: string): boolean {
  return href === properties['dataLink'] || /[?&]attachment_id=\d|\/attachment\//.test(href);
}

/** Smaller versions of a file have their size in the name, as `a-300x200.jpg`. */
function stemOf(url: string): string {
  const path = url.replace(/[?#].*/s, '').replace(/\/size\/w\d+\//, '/');
  return path.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/(?:-\d{1,5}x\d{1,5}|-scaled)?\.[a-z]{3,4}$/i, '');
}
