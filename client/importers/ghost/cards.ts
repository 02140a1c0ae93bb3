import { toHtml } from 'hast-util-to-html';

import { checkLength } from '../html/length.ts';
import { convertGallery } from '../html/gallery.ts';
import { all, elementsBelow, type Element, type Node } from '../html/nodes.ts';
import { parseHtml } from '../html/parse.ts';
import { findButtons, makeDetails, makeParagraph, replaceNodes, trimmedText, withClass } from '../html/simple-nodes.ts';
import { element, hasClass } from '../html/tree.ts';

/** The controls of players and cards, which do nothing without Ghost's scripts. */
const controls = [
  'kg-video-overlay',
  'kg-video-player-container',
  'kg-audio-player',
  'kg-audio-thumbnail',
  'kg-toggle-card-icon',
  'kg-bookmark-icon',
];
const signUps = ['kg-signup-card', 'kg-email-card', 'kg-email-cta-card'];

/**
 * Replaces the cards of Ghost's editor by plain HTML: bookmarks, files and buttons become links, callouts quotations,
 * galleries images that follow each other, toggles sections that open.
 *
 * @returns the HTML, and notes about what was left out
 * @throws Unfit if it is too long or nested too deep
 */
export function withoutCards(html: string): { html: string; notes: string[] } {
  const notes = new Set<string>();
  if (/<script\b/i.test(html)) notes.add('Scripts are left out.');
  if (!html.includes('kg-')) return { html, notes: [...notes] };
  checkLength(html);
  const tree = parseHtml(html);
  replaceNodes(tree, (node) => (node.type === 'element' ? showPlain(node, notes) : undefined));
  return { html: toHtml(tree), notes: [...notes] };
}

function showPlain(node: Element, notes: Set<string>): Node[] | undefined {
  if (controls.some((name) => hasClass(node, name))) return [];
  if (signUps.some((name) => hasClass(node, name)) || 'dataLexicalSignupForm' in node.properties) {
    notes.add('A sign-up form or e-mail text was left out.');
    return [];
  }
  const { className } = node.properties;
  for (const name of Array.isArray(className) ? className : []) {
    const make = byClass[name];
    if (make) return make(node, notes);
  }
  // The caption of a picture is its title; other captions are paragraphs.
  if (node.tagName === 'figure' && all(node, 'img').length === 0) {
    for (const caption of all(node, 'figcaption')) caption.tagName = 'p';
    return [{ ...node, tagName: 'div', properties: {} }];
  }
  return undefined;
}

const byClass: Record<string, (node: Element, notes: Set<string>) => Node[]> = {
  'kg-bookmark-card': (node) => showLink(node, 'kg-bookmark-title'),
  'kg-file-card': (node) => showLink(node, 'kg-file-card-title'),
  'kg-callout-card': (node) => [showCallout(node)],
  'kg-gallery-card': convertGallery,
  'kg-toggle-card': (node) => [showToggle(node)],
  'kg-button-card': findButtons,
  'kg-header-card-button': findButtons,
  'kg-cta-button': findButtons,
  'kg-product-card': showProduct,
  'kg-product-card-button': findButtons,
  'kg-nft-card': (node) => showLink(node, 'kg-nft-title'),
};

function showLink(card: Element, titleClass: string): Node[] {
  const [link] = all(card, 'a');
  if (!link) return [];
  const { href = '' } = link.properties;
  const text = trimmedText(withClass(card, titleClass)) || String(href);
  const captions = all(card, 'figcaption').map((caption) => element('p', caption.children));
  return [element('p', [element('a', [{ type: 'text', value: text }], { href })]), ...captions];
}

function showCallout(card: Element): Element {
  const emoji = withClass(card, 'kg-callout-emoji');
  const text = withClass(card, 'kg-callout-text');
  const mark = emoji ? `${trimmedText(emoji)} ` : '';
  return element('blockquote', [element('p', [{ type: 'text', value: mark }, ...(text?.children ?? [])])]);
}

function showToggle(card: Element): Element {
  const title: Node = { type: 'text', value: trimmedText(withClass(card, 'kg-toggle-heading-text')) };
  return makeDetails([title], withClass(card, 'kg-toggle-content')?.children ?? []);
}

/** The picture, the name, the stars, the text and the link of a product. */
function showProduct(card: Element): Node[] {
  const image = withClass(card, 'kg-product-card-image');
  const title = withClass(card, 'kg-product-card-title');
  const stars = elementsBelow(card, (one) => hasClass(one, 'kg-product-card-rating-star'));
  const active = stars.filter((star) => hasClass(star, 'kg-product-card-rating-active')).length;
  const rating: Node = { type: 'text', value: '★'.repeat(active) + '☆'.repeat(Math.max(0, stars.length - active)) };
  const button = withClass(card, 'kg-product-card-button');
  return [
    ...(image ? makeParagraph([image]) : []),
    ...(title ? makeParagraph([element('strong', title.children)]) : []),
    ...(active > 0 ? makeParagraph([rating]) : []),
    ...(withClass(card, 'kg-product-card-description')?.children ?? []),
    ...(button ? findButtons(button) : []),
  ];
}
