import {
  childrenOf,
  element,
  isBlank,
  isElement,
  nodeText,
  type Child,
  type Element,
  type Parent,
} from '../../../html/hast.ts';
import { escapeHtml } from '../../../../routers/base/text.ts';
import { alertKinds } from '../../../../shared/alerts.ts';
import type { MailPicture } from '../../../../routers/core/mail-texts.ts';
import { CONTENT_WIDTH, mailPicture } from './pictures.ts';
import { classesOf } from './simplify.ts';

/** Two pictures of a gallery stand side by side, with 4 pixels at each of their sides. */
const HALF = CONTENT_WIDTH / 2 - 8;

/** The attributes that mails keep. */
const kept = ['href', 'title', 'lang', 'dir', 'colSpan', 'rowSpan', 'start', 'reversed', 'value', 'tabIndex'] as const;
/** The classes of the renderer that the layout of mails knows. */
const keptClasses = new Set(['formula', 'scroll', 'align-left', 'align-center', 'align-right', 'alert-title']);
/** A word that may make a column wider than a phone. */
const LONG_WORD = /\S{17}/;

/**
 * Turns the simplified HTML of a post into what mail clients show: tables for boxes and galleries, links for players,
 * pictures with their sizes.
 *
 * @param nameless the text for a picture without alternative text that mails cannot show
 */
export function showInMails(parent: Parent, nameless: string): void {
  const convert = (node: Element, most: number): Child[] => {
    const { tagName } = node;
    if (tagName === 'img') return picture(node, most, nameless);
    if (tagName === 'audio' || tagName === 'video') return [playerLink(node)];
    // A raised number alone would look like an exponent.
    if (node.properties['dataFootnoteRef'] !== undefined) return [text(`[${nodeText(node)}]`)];
    const content = () => childrenOf(node).flatMap((child) => (isElement(child) ? convert(child, most) : [child]));
    if (tagName === 'p') return paragraph(node, content);
    if (tagName === 'div' && classesOf(node).includes('gallery')) return [gallery(node, convert)];
    if (tagName === 'blockquote' && classesOf(node).includes('alert')) return [alert(node, content())];
    if (tagName === 'table') return [dataTable(node, content())];
    if ((tagName === 'td' || tagName === 'th') && LONG_WORD.test(nodeText(node)))
      return [withClass(tagName, 'long', node, content())];
    const [name, className] = replacements[tagName] ?? [tagName];
    if (tagName === 'section' && classesOf(node).includes('footnotes'))
      return [withClass('div', 'footnotes', node, content())];
    const children = classesOf(node).includes('small') && tagName === 'figure' ? small(node, convert) : content();
    return [withClass(name, className, node, children)];
  };
  parent.children = childrenOf(parent).flatMap((child) => (isElement(child) ? convert(child, CONTENT_WIDTH) : [child]));
}

/** Elements that many mail clients do not know. */
const replacements: Readonly<Record<string, [name: string, className?: string] | undefined>> = {
  figure: ['div', 'figure'],
  figcaption: ['p', 'caption'],
  details: ['div'],
  summary: ['p', 'summary'],
  section: ['div'],
};

type Convert = (node: Element, most: number) => Child[];

function small(node: Element, convert: Convert): Child[] {
  return childrenOf(node).flatMap((child) => (isElement(child) ? convert(child, 320) : [child]));
}

function paragraph(node: Element, content: () => Child[]): Child[] {
  const [only, ...others] = childrenOf(node).filter((child) => !isBlank(child) || isPlayer(child));
  if (others.length === 0 && isElement(only) && isPlayer(only)) return [box('card', [playerLink(only)])];
  if (!classesOf(node).includes('card')) return [withClass('p', undefined, node, content())];
  const isVideo = classesOf(node).includes('video');
  return [box('card', [...(isVideo ? [text('▶ ')] : []), ...content()])];
}

function isPlayer(node: Child): boolean {
  return isElement(node, 'audio') || isElement(node, 'video');
}

function playerLink(node: Element): Child {
  const link = childrenOf(node).find((child) => isElement(child, 'a'));
  if (!isElement(link)) return text('');
  return element('a', { href: link.properties['href'] }, [text(`▶ ${nodeText(link)}`)]);
}

function alert(node: Element, children: Child[]): Element {
  const kind = alertKinds.find((one) => classesOf(node).includes(one));
  return box(`alert ${kind ?? ''}`.trim(), children, keptOf(node));
}

/** A box, as a table, whose borders and backgrounds all clients show. */
function box(className: string, children: Child[], properties: Element['properties'] = {}): Element {
  return layoutTable(className, [element('tr', {}, [element('td', properties, children)])]);
}

function layoutTable(className: string, rows: Child[]): Element {
  return element('table', { role: 'presentation', className: className.split(' '), ...tableProperties }, [
    element('tbody', {}, rows),
  ]);
}

const tableProperties = { width: '100%', cellPadding: '0', cellSpacing: '0', border: '0' };

function dataTable(node: Element, children: Child[]): Element {
  return element('table', { ...keptOf(node), className: ['data'], ...tableProperties }, children);
}

/** Rows of two pictures; the last of an odd number has a row of its own. */
function gallery(node: Element, convert: Convert): Element {
  const items = childrenOf(node).filter((child) => isElement(child));
  const rows: Child[] = [];
  for (let at = 0; at < items.length; at += 2) {
    const pair = items.slice(at, at + 2);
    const isAlone = pair.length === 1;
    const cells = pair.map((item) =>
      element(
        'td',
        { ...(isAlone ? { colSpan: 2 } : { width: '50%' }), vAlign: 'top' },
        convert(item, isAlone ? CONTENT_WIDTH - 8 : HALF),
      ),
    );
    rows.push(element('tr', {}, cells));
  }
  return layoutTable('gallery', rows);
}

function picture(node: Element, most: number, nameless: string): Child[] {
  const { src, width, height, srcSet, alt } = node.properties;
  const name = String(alt ?? '');
  const sizes = { width: Number(width ?? NaN), height: Number(height ?? NaN) };
  const shown = mailPicture({ src: String(src ?? ''), ...sizes, srcset: [srcSet].flat().join(', ') }, most);
  if (!shown) return [element('a', { href: src, className: ['missing'] }, [text(name === '' ? nameless : name)])];
  return pictureElements(shown, name);
}

function pictureElements({ original, ...shown }: MailPicture, alt: string): Child[] {
  const { src, srcset, width, height } = shown;
  const img = element('img', { src, ...(srcset !== undefined && { srcSet: srcset }), width, height, alt }, []);
  if (original === undefined) return [img];
  // Outlook on Windows reads conditional comments and shows no WebP; for all others, the first is a comment.
  const forOutlook = `<img src="${escapeHtml(original)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}">`;
  return [comment(`[if mso]>${forOutlook}<![endif]`), comment('[if !mso]><!'), img, comment('<![endif]')];
}

function withClass(name: string, className: string | undefined, node: Element, children: Child[]): Element {
  const classes = [
    ...(className === undefined ? [] : [className]),
    ...classesOf(node).filter((one) => keptClasses.has(one)),
  ];
  return element(name, { ...keptOf(node), ...(classes.length > 0 && { className: classes }) }, children);
}

function keptOf({ properties }: Element): Element['properties'] {
  return Object.fromEntries(kept.flatMap((key) => (properties[key] === undefined ? [] : [[key, properties[key]]])));
}

function text(value: string): Child {
  return { type: 'text', value };
}

function comment(value: string): Child {
  return { type: 'comment', value };
}
