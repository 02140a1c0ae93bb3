import { slug } from 'github-slugger';

import { headingId } from '../../../shared/heading-ids.ts';
import type { UniqueId } from '../../../shared/unique-ids.ts';
import type { Entry } from './contents.ts';

/**
 * Gives headings their level, an id and a link to themselves, as the server does (server/site/render/plugins/headings.ts).
 * The page has its own heading of level 1, so those of the text start at 2 and skip no level.
 *
 * @returns the headings for the table of contents
 */
export function tidyHeadings(text: DocumentFragment, uniqueId: UniqueId): Entry[] {
  const entries: Entry[] = [];
  const above: number[] = [];
  // Skips the generated heading of the footnotes, which has a class.
  for (const written of text.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6):not([class])')) {
    const depth = Number(written.localName[1]);
    while ((above.at(-1) ?? 0) >= depth) above.pop();
    above.push(depth);
    const level = Math.min(6, above.length + 1);
    const heading = renamed(written, `h${level}`);
    takeOwnId(heading, uniqueId);
    const words = headingText(heading).replace(/\s+/g, ' ').trim();
    heading.id ||= headingId(slug(words), uniqueId);
    if (level < 4 && words !== '') entries.push({ id: heading.id, text: words, level });
    if (level <= 4 && !heading.closest('a')) heading.append(anchor(heading.id));
  }
  return entries;
}

function renamed(written: HTMLElement, name: string): HTMLElement {
  const heading = document.createElement(name);
  for (const { name, value } of written.attributes) heading.setAttribute(name, value);
  heading.append(...written.childNodes);
  written.replaceWith(heading);
  return heading;
}

/** Reads `## Title {#id}`, a syntax of Zola, Hugo and Pandoc. */
function takeOwnId(heading: HTMLElement, uniqueId: UniqueId): void {
  const last = heading.lastChild;
  if (!(last instanceof Text)) return;
  const [suffix, id = ''] = /(?<!\s)\s*\{#([\w:.-]{1,100})\}\s*$/.exec(last.data) ?? [];
  if (suffix === undefined) return;
  last.data = last.data.slice(0, -suffix.length);
  heading.id ||= headingId(id, uniqueId);
}

/** The text without marks of footnotes. */
function headingText(node: Node): string {
  if (node instanceof HTMLImageElement) return node.alt;
  if (node instanceof HTMLBRElement) return ' ';
  if (node instanceof HTMLElement && node.dataset['footnoteRef'] !== undefined) return '';
  return node instanceof Text ? node.data : [...node.childNodes].map(headingText).join('');
}

/** An anchor for pointer users only, as on the server. */
function anchor(id: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'anchor';
  link.setAttribute('href', `#${id}`);
  link.setAttribute('aria-hidden', 'true');
  link.tabIndex = -1;
  return link;
}
