import { slug } from 'github-slugger';

import type { UniqueId } from '../../../shared/unique-ids.ts';
import { idPrefix } from '../../../shared/allowed-html.ts';
import { isHeading } from '../content-names.ts';
import { element, textOf, walk, type Element, type Root } from '../hast.ts';
import type { TocEntry } from '../rendered.ts';
import { tidyAddress } from './address.ts';

/**
 * Gives headings their level, an id and a link to themselves, and lists them.
 *
 * The page has a heading of level 1 of its own, and no level may be left out below it: the highest level of the text
 * becomes the second, and what is below a heading is one level below it.
 */
export function tidyHeadings(tree: Root, uniqueId: UniqueId): TocEntry[] {
  const toc: TocEntry[] = [];
  const above: number[] = [];
  walk(tree, (heading, { inLink }) => {
    if (!isHeading(heading.tagName) || isFootnoteLabel(heading)) return;
    const written = Number(heading.tagName[1]);
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    const level = Math.min(6, above.length + 1);
    heading.tagName = `h${level}`;
    takeOwnId(heading, uniqueId);
    const text = textOf(heading).replace(/\s+/g, ' ').trim();
    const id = String((heading.properties['id'] ??= uniqueId(idPrefix + (slug(text) || 'section'))));
    if (level > 4) return;
    if (level < 4 && text !== '') toc.push({ id, text, level: level as 2 | 3 });
    if (!inLink) heading.children.push(anchor(id));
  });
  return toc;
}

/** `## Title {#id}`, as Zola, Hugo and Pandoc read it. */
function takeOwnId(heading: Element, uniqueId: UniqueId): void {
  const last = heading.children.at(-1);
  if (last?.type !== 'text') return;
  const [suffix, id = ''] = /\s*\{#([\w:.-]{1,100})\}\s*$/.exec(last.value) ?? [];
  if (suffix === undefined) return;
  last.value = last.value.slice(0, -suffix.length);
  heading.properties['id'] ??= uniqueId(idPrefix + id);
}

/** Of the heading that remark-rehype puts above footnotes, for screen readers. */
function isFootnoteLabel({ properties }: Element): boolean {
  return [properties['className']].flat().includes('sr-only');
}

/** For the mouse: whoever goes through links or hears them has the table of contents. The style gives it its sign. */
function anchor(id: string): Element {
  return element('a', { className: ['anchor'], href: tidyAddress(`#${id}`), ariaHidden: 'true', tabIndex: -1 }, []);
}
