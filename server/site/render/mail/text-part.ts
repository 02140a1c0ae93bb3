import { childrenOf, isElement, nodeText, type Child, type Element, type Parent } from '../../../html/hast.ts';
import { phrasingTags } from '../../../../shared/allowed-html.ts';
import { classesOf } from './simplify.ts';

const phrasing = new Set(phrasingTags);
const RAISED = new Map([...'0123456789+-=()ni'].map((char, at) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][at]!]));
const LOWERED = new Map(
  [...'0123456789+-=()aeoxhklmnpst'].map((char, at) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ'][at]!]),
);
/** The longest line below a heading. */
const MAX_LINE = 72;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60]/u;

/**
 * Writes the simplified HTML of a post as plain text: lists, quotes, tables, lines below headings, and the addresses of
 * links in angle brackets.
 *
 * @param nameless what stands for a picture without alternative text
 */
export function textPart(parent: Parent, nameless: string): string {
  return blocksIn(parent, nameless).join('\n\n');
}

function blocksIn(parent: Parent, nameless: string): string[] {
  const blocks: string[] = [];
  let line = '';
  const end = () => {
    const text = tidy(line);
    if (text !== '') blocks.push(text);
    line = '';
  };
  // Pictures of a gallery, and such with a caption, have lines of their own.
  const isParagraph = isElement(parent as Child, 'p');
  for (const child of childrenOf(parent)) {
    if (isElement(child, 'img') && !isParagraph) {
      end();
      blocks.push(inline(child, nameless));
    } else if (isElement(child) && !phrasing.has(child.tagName)) {
      end();
      blocks.push(...blockOf(child, nameless).filter((block) => block !== ''));
    } else line += inline(child, nameless);
  }
  end();
  return blocks;
}

function blockOf(node: Element, nameless: string): string[] {
  const inside = () => blocksIn(node, nameless);
  switch (node.tagName) {
    case 'h1':
    case 'h2':
      return [underlined(inside().join(' '), '=')];
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [underlined(inside().join(' '), '-')];
    case 'hr':
      return ['* * *'];
    case 'pre':
      return [indented(nodeText(node), '    ')];
    case 'blockquote':
      return [indented(inside().join('\n\n'), '> ')];
    case 'ul':
    case 'ol':
      return [list(node, nameless)];
    case 'dd':
      return [indented(inside().join('\n\n'), '  ')];
    case 'table':
      return table(node, nameless);
    case 'section':
      return classesOf(node).includes('footnotes') ? ['* * *', ...inside()] : inside();
    default:
      return inside();
  }
}

function underlined(text: string, sign: string): string {
  const widest = Math.max(...text.split('\n').map(widthOf));
  return text === '' ? '' : `${text}\n${sign.repeat(Math.min(MAX_LINE, widest))}`;
}

/** In characters of a font of equal widths. */
function widthOf(text: string): number {
  return [...text].reduce((width, char) => width + (WIDE.test(char) ? 2 : 1), 0);
}

function indented(text: string, by: string, first = by): string {
  return text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : by}${line}`.trimEnd())
    .join('\n');
}

function list(node: Element, nameless: string): string {
  const items = childrenOf(node).filter((child): child is Element => isElement(child, 'li'));
  const isOrdered = node.tagName === 'ol';
  const isReversed = node.properties['reversed'] !== undefined;
  let number = Number(node.properties['start'] ?? (isReversed ? items.length : 1));
  const isLoose = items.some((item) => childrenOf(item).some((child) => isElement(child, 'p')));
  const lines = items.map((item) => {
    number = Number(item.properties['value'] ?? number);
    const mark = isOrdered ? `${number}. ` : '- ';
    number += isReversed ? -1 : 1;
    const text = blocksIn(item, nameless).join(isLoose ? '\n\n' : '\n');
    return indented(text, ' '.repeat(mark.length), mark);
  });
  return lines.join(isLoose ? '\n\n' : '\n');
}

/** Rows as lines, with columns of equal width where they fit. */
function table(node: Element, nameless: string): string[] {
  const parts = childrenOf(node).filter((child) => isElement(child));
  const caption = parts.filter(({ tagName }) => tagName === 'caption').flatMap((one) => blocksIn(one, nameless));
  const rows = parts.flatMap((part) =>
    childrenOf(part).flatMap((row) => (isElement(row, 'tr') ? [{ row, isHead: part.tagName === 'thead' }] : [])),
  );
  const cells = rows.map(({ row }) =>
    row.children.flatMap((cell) => (isElement(cell) ? [blocksIn(cell, nameless).join(' ').replaceAll('\n', ' ')] : [])),
  );
  const widths = cells.reduce<number[]>((widest, row) => {
    row.forEach((cell, at) => (widest[at] = Math.max(widest[at] ?? 0, widthOf(cell))));
    return widest;
  }, []);
  const total = widths.reduce((sum, width) => sum + width + 3, -3);
  const isAligned = total <= MAX_LINE;
  const lines = cells.flatMap((row, at) => {
    const line = row.map((cell, column) => (isAligned ? cell + ' '.repeat(widths[column]! - widthOf(cell)) : cell));
    const text = line.join(' | ').trimEnd();
    const isLastOfHead = rows[at]!.isHead && rows[at + 1]?.isHead !== true;
    return isLastOfHead ? [text, '-'.repeat(Math.min(MAX_LINE, Math.max(total, 3)))] : [text];
  });
  return [...caption, lines.join('\n')];
}

function inline(node: Child, nameless: string): string {
  if (node.type === 'text') return node.value.replaceAll(/\s+/g, ' ');
  if (node.type !== 'element') return '';
  const inside = () =>
    childrenOf(node)
      .map((child) => inline(child, nameless))
      .join('');
  switch (node.tagName) {
    case 'br':
      return '\n';
    case 'img': {
      const alt = String(node.properties['alt'] ?? '');
      return `[${alt === '' ? nameless : `${nameless}: ${alt}`}] <${String(node.properties['src'] ?? '')}>`;
    }
    case 'a':
      return link(node, inside());
    case 'audio':
    case 'video':
      return childrenOf(node)
        .map((child) => (isElement(child, 'a') ? inline(child, nameless) : ''))
        .join('');
    case 'sup':
      return footnote(node) ?? placed(inside(), '^', RAISED);
    case 'sub':
      return placed(inside(), '_', LOWERED);
    case 'q':
      return `“${inside()}”`;
    case 'rt':
      return `(${inside()})`;
    case 'rp':
    case 'wbr':
      return '';
    default:
      return inside();
  }
}

function link(node: Element, text: string): string {
  const href = String(node.properties['href'] ?? '');
  const shown = text.trim();
  if (href === '' || shown === '') return text;
  return bare(shown) === bare(href) ? href.replace(/^(?:mailto|tel):/, '') : `${text} <${href}>`;
}

/** What two spellings of a URL have in common. */
function bare(url: string): string {
  return url.replace(/^(?:https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '');
}

/** The mark of a footnote, whose number is a link. */
function footnote(node: Element): string | undefined {
  const [only] = childrenOf(node);
  if (!isElement(only, 'a') || only.properties['dataFootnoteRef'] === undefined) return undefined;
  return `[${nodeText(only)}]`;
}

function placed(text: string, mark: string, characters: ReadonlyMap<string, string>): string {
  const all = [...text.replaceAll(' ', '')];
  if (all.length > 0 && all.every((char) => characters.has(char)))
    return all.map((char) => characters.get(char)).join('');
  return all.length > 1 ? `${mark}(${text})` : mark + text;
}

function tidy(line: string): string {
  return line
    .split('\n')
    .map((part) => part.replaceAll(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim();
}
