import { slug } from 'github-slugger';

import type { UniqueId } from '../../../../shared/unique-ids.ts';
import { headingId } from '../../../../shared/heading-ids.ts';
import { isHeading } from '../content-names.ts';
import { element, isElement, nodeText, walk, type Child, type Element, type Root } from '../../../html/hast.ts';
import type { TocEntry } from '../rendered.ts';
import { encodeUrl } from './url.ts';

/**
 * Gives headings a level, an id and an anchor, and returns the table of contents.
 *
 * The title of the page is level 1, and no level may be skipped: the highest level of the text becomes level 2, and
 * each subheading is one level below its parent.
 */
export function normalizeHeadings(tree: Root, uniqueId: UniqueId): TocEntry[] {
  const toc: TocEntry[] = [];
  const ancestors: number[] = [];
  walk(tree, (heading, { inLink }) => {
    if (!isHeading(heading.tagName) || isFootnoteLabel(heading)) return;
    const written = Number(heading.tagName[1]);
    while ((ancestors.at(-1) ?? 0) >= written) ancestors.pop();
    ancestors.push(written);
    const level = Math.min(6, ancestors.length + 1);
    heading.tagName = `h${level}`;
    takeOwnId(heading, uniqueId);
    const text = headingWords(heading).replace(/\s+/g, ' ').trim();
    const id = String((heading.properties['id'] ??= headingId(slug(text), uniqueId)));
    if (level > 4) return;
    if (level < 4 && text !== '') toc.push({ id, text, level: level as 2 | 3 });
    if (!inLink) heading.children.push(anchor(id));
  });
  return toc;
}

/** The text without marks of footnotes. */
function headingWords(node: Child): string {
  if (!isElement(node)) return nodeText(node);
  if (node.tagName === 'br') return ' ';
  if (node.properties['dataFootnoteRef'] !== undefined) return '';
  return node.children.length > 0 ? node.children.map(headingWords).join('') : nodeText(node);
}

/** Reads `## Title {#id}`, a syntax of Zola, Hugo and Pandoc. */
function takeOwnId(heading: Element, uniqueId: UniqueId): void {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return;
  const [suffix, id = ''] = /(?<!\s)\s*\{#([\w:.-]{1,100})\}\s*$/.exec(last.value) ?? [];
  if (suffix === undefined) return;
  last.value = last.value.slice(0, -suffix.length);
  heading.properties['id'] ??= headingId(id, uniqueId);
}

/** Whether it is the heading that remark-rehype adds before footnotes for screen readers. */
function isFootnoteLabel({ properties }: Element): boolean {
  return [properties['className']].flat().includes('sr-only');
}

/** An anchor for pointer users only; keyboard and screen reader users have the table of contents. */
function anchor(id: string): Element {
  return element('a', { className: ['anchor'], href: encodeUrl(`#${id}`), ariaHidden: 'true', tabIndex: -1 }, []);
}
