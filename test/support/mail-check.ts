import { fromHtml } from 'hast-util-from-html';

import { nodeText, walk, type Element, type Root } from '../../server/html/hast.ts';

/** The size at which Gmail cuts a mail. */
const MOST_BYTES = 102_000;
/** The widest content that all mail clients show whole. */
const WIDEST = 640;

/**
 * Finds what keeps the HTML part of a mail from being shown well: scripts, style sheets of other files, pictures without
 * sizes, relative addresses, layout tables that screen readers would read as tables, missing language and direction.
 */
export function mailProblems(html: string): string[] {
  const tree: Root = fromHtml(html);
  const problems: string[] = [];
  if (!/^<!doctype html>/i.test(html)) problems.push('no doctype');
  if (Buffer.byteLength(html) > MOST_BYTES) problems.push('longer than what Gmail shows');
  walk(tree, (node) => problems.push(...problemsOf(node)));
  for (const css of stylesIn(tree)) {
    if (/@import|@font-face|url\(/i.test(css)) problems.push('a style sheet that loads something');
    if (/\bvar\(|light-dark\(|display:\s*(?:grid|flex)/i.test(css)) problems.push('CSS that mail clients do not know');
  }
  if (!html.includes('name="color-scheme" content="light dark"')) problems.push('no color-scheme');
  if (!/prefers-color-scheme:\s?dark/.test(html)) problems.push('no dark colours');
  if (!/max-width: ?640px/.test(html)) problems.push('no width of the content');
  return problems;
}

const forbidden = new Set([
  'script',
  'link',
  'iframe',
  'form',
  'input',
  'button',
  'video',
  'audio',
  'math',
  'svg',
  'object',
]);

function problemsOf(node: Element): string[] {
  const { tagName, properties } = node;
  const about = (what: string) => `<${tagName}> ${what}`;
  const problems: string[] = [];
  if (forbidden.has(tagName)) problems.push(about('is not for mails'));
  for (const name of Object.keys(properties)) if (/^on[A-Z]/.test(name)) problems.push(about(`has ${name}`));
  if (tagName === 'html' && (!properties['lang'] || !properties['dir'])) problems.push(about('without lang and dir'));
  if (tagName === 'img') {
    const { width, height, alt } = properties;
    if (!(Number(width) > 0 && Number(height) > 0)) problems.push(about('without width and height'));
    if (Number(width) > WIDEST) problems.push(about(`is ${String(width)} px wide`));
    if (alt === undefined) problems.push(about('without alternative text'));
    for (const url of [properties['src'], ...urlsOf(properties['srcSet'])])
      if (!isAbsolute(url)) problems.push(about(`at ${String(url)}`));
  }
  if (tagName === 'a' && properties['href'] !== undefined && !isAbsolute(properties['href'])) {
    problems.push(about(`to ${String(properties['href'])}`));
  }
  if (tagName === 'table') {
    if (properties['role'] !== 'presentation' && !hasHeadings(node)) problems.push(about('without role=presentation'));
    if (properties['width'] === undefined) problems.push(about('without width'));
    if (Number(properties['width']) > WIDEST) problems.push(about(`is ${String(properties['width'])} px wide`));
  }
  const style = String(properties['style'] ?? '');
  if (/url\(|var\(|position:/.test(style)) problems.push(about(`has the style ${style}`));
  return problems;
}

function hasHeadings(table: Element): boolean {
  let found = false;
  walk(table, ({ tagName }) => (found ||= tagName === 'th'));
  return found;
}

function isAbsolute(url: unknown): boolean {
  return typeof url === 'string' && /^(?:https?:\/\/[^/]|mailto:|tel:)/.test(url);
}

function urlsOf(srcset: unknown): string[] {
  return [srcset]
    .flat()
    .flatMap((part) => (typeof part === 'string' ? part.split(/,\s+/) : []))
    .map((part) => part.trim().split(' ')[0]!);
}

function stylesIn(tree: Root): string[] {
  const styles: string[] = [];
  walk(tree, (node) => {
    if (node.tagName === 'style') styles.push(nodeText(node));
  });
  return styles;
}
