import { toHtml } from 'hast-util-to-html';

import { checkLength } from '../html/length.ts';
import { all, elementsBelow, textOf, type Element, type Node, type Root } from '../html/nodes.ts';
import { parseHtml } from '../html/parse.ts';

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
 * Replaces the cards of Ghost's editor by plain HTML: bookmarks and files become links, callouts quotations.
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
  replaceIn(tree, notes);
  return { html: toHtml(tree), notes: [...notes] };
}

function replaceIn(parent: Root | Element, notes: Set<string>): void {
  parent.children = (parent.children as Node[]).flatMap((child) => {
    if (child.type !== 'element') return [child];
    const plain = plainOf(child, notes);
    for (const one of plain) if (one.type === 'element') replaceIn(one, notes);
    return plain;
  });
}

function plainOf(node: Element, notes: Set<string>): Node[] {
  if (controls.some((name) => hasClass(node, name))) return [];
  if (signUps.some((name) => hasClass(node, name)) || 'dataLexicalSignupForm' in node.properties) {
    notes.add('A sign-up form or e-mail text was left out.');
    return [];
  }
  if (hasClass(node, 'kg-bookmark-card')) return linkOf(node, 'kg-bookmark-title');
  if (hasClass(node, 'kg-file-card')) return linkOf(node, 'kg-file-card-title');
  if (hasClass(node, 'kg-callout-card')) return [calloutOf(node)];
  // The caption of a picture is its title; other captions are paragraphs.
  if (node.tagName === 'figure' && all(node, 'img').length === 0) {
    for (const caption of all(node, 'figcaption')) caption.tagName = 'p';
    return [{ ...node, tagName: 'div', properties: {} }];
  }
  return [node];
}

function linkOf(card: Element, titleClass: string): Node[] {
  const [link] = all(card, 'a');
  if (!link) return [];
  const [title] = elementsBelow(card, (one) => hasClass(one, titleClass));
  const { href = '' } = link.properties;
  const text = (title && textOf(title).trim()) || String(href);
  const captions = all(card, 'figcaption').map((caption) => element('p', caption.children));
  return [element('p', [{ ...element('a', [{ type: 'text', value: text }]), properties: { href } }]), ...captions];
}

function calloutOf(card: Element): Element {
  const [emoji] = elementsBelow(card, (one) => hasClass(one, 'kg-callout-emoji'));
  const [text] = elementsBelow(card, (one) => hasClass(one, 'kg-callout-text'));
  const mark = emoji ? `${textOf(emoji).trim()} ` : '';
  return element('blockquote', [element('p', [{ type: 'text', value: mark }, ...(text?.children ?? [])])]);
}

function element(tagName: string, children: Element['children']): Element {
  return { type: 'element', tagName, properties: {}, children };
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}
