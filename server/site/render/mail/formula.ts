import { element, isElement, nodeText, type Child, type Element } from '../../../html/hast.ts';

/** Signs between which and their neighbours a formula has space. */
const SPACED = /^[-=<>+−±∓×·÷∗∘≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇∪∩∧∨→←↔⇒⇐⇔↦⟶⟹⟺≪≫⊕⊗∣∥⊢⊨]$/u;
/** Operators that are not seen: function application, times, separator, plus. */
const INVISIBLE = /[\u2061-\u2064]/g;
const OPENING = /[([{|‖⟨⌊⌈]\s*$/u;
/** Marks above a letter, and the characters that combine with it. */
const ABOVE: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0304',
  '‾': '\u0304',
  '―': '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  '→': '\u20d7',
};

/** Writes a formula as text with raised, lowered and slanted letters, because hardly any mail client shows MathML. */
export function formulaAsText(math: Element): Child[] {
  return row(math.children);
}

type Write = (node: Element, children: readonly Element[]) => Child[];

const writers: Readonly<Record<string, Write | undefined>> = {
  mi: (node) => (isSlanted(node) ? [element('i', {}, [text(nodeText(node))])] : [text(nodeText(node))]),
  mspace: ({ properties }) => (/^0(?![.\d])/.test(String(properties['width'] ?? 0)) ? [] : [text(' ')]),
  mphantom: () => [],
  msup: (_, [base, above]) => [...written(base), raised(above)],
  msub: (_, [base, below]) => [...written(base), lowered(below)],
  msubsup: (_, [base, below, above]) => [...written(base), lowered(below), raised(above)],
  munder: (_, [base, below]) => [...written(base), lowered(below)],
  mover: (_, [base, above]) => accented(base, above) ?? [...written(base), raised(above)],
  munderover: (_, [base, below, above]) => [...written(base), lowered(below), raised(above)],
  mfrac: ({ properties }, [above, below]) =>
    String(properties['linethickness'] ?? properties['lineThickness'] ?? '').startsWith('0')
      ? [...written(above), text(' '), ...written(below)]
      : [...grouped(above), text('/'), ...grouped(below)],
  msqrt: ({ children }) => [text('√'), ...inBrackets(row(children))],
  mroot: (_, [base, index]) => [raised(index), text('√'), ...grouped(base)],
};

function row(children: readonly Child[]): Child[] {
  const parts: Child[] = [];
  for (const child of children) {
    if (isElement(child, 'mo')) parts.push(text(operator(child, parts.length === 0)));
    else if (isElement(child, 'mtable')) parts.push(...table(child, OPENING.test(parts.map(nodeText).join(''))));
    else if (isLargeOperator(child)) parts.push(text(' '), ...written(child), text(' '));
    else if (isElement(child)) parts.push(...written(child));
    else if (child.type === 'text') parts.push(text(child.value));
  }
  return parts;
}

function written(node: Element | undefined): Child[] {
  if (!node) return [];
  if (node.tagName === 'mo') return [text(operator(node, true))];
  const write = writers[node.tagName];
  return write
    ? write(
        node,
        node.children.filter((child) => isElement(child)),
      )
    : row(node.children);
}

/** @param isFirst whether nothing is before it, so that a minus is a sign */
function operator(node: Element, isFirst: boolean): string {
  const seen = nodeText(node).replaceAll(INVISIBLE, '');
  const isSign = /^[-−+±∓]$/u.test(seen) && (isFirst || node.properties['form'] === 'prefix');
  if (!isSign && SPACED.test(seen)) return isFirst ? `${seen} ` : ` ${seen} `;
  return /^[,;]$/.test(seen) ? `${seen} ` : seen;
}

function isSlanted(node: Element): boolean {
  return (
    [...nodeText(node)].length === 1 && (node.properties['mathVariant'] ?? node.properties['mathvariant']) !== 'normal'
  );
}

/** A letter with a mark above it, such as a vector. */
function accented(base: Element | undefined, above: Element | undefined): Child[] | undefined {
  if (!base || !above) return undefined;
  const mark = ABOVE[nodeText(above).trim()];
  if (mark === undefined || [...nodeText(base)].length !== 1) return undefined;
  return [element('i', {}, [text(nodeText(base) + mark)])];
}

/** The rows of a matrix one after the other, or of an equation in lines. */
function table(node: Element, isMatrix: boolean): Child[] {
  const rows = node.children.filter((child) => isElement(child, 'mtr'));
  return rows.flatMap((one, at) => {
    const cells = one.children.filter((child) => isElement(child, 'mtd'));
    const content = cells.flatMap((cell, column) => [
      ...(column > 0 ? [text(isMatrix ? ', ' : ' ')] : []),
      ...row(cell.children),
    ]);
    if (at === 0) return content;
    return [isMatrix ? text('; ') : element('br', {}, []), ...content];
  });
}

/** In brackets unless it is one number, letter or function. */
function grouped(node: Element | undefined): Child[] {
  return inBrackets(written(node));
}

function inBrackets(children: Child[]): Child[] {
  const isShort = /^[\p{L}\p{M}\p{N}.]*$/u.test(children.map(nodeText).join(''));
  return isShort ? children : [text('('), ...children, text(')')];
}

/** A sum, product, integral or limit with its bounds. */
function isLargeOperator(node: Child): node is Element {
  if (!isElement(node) || !/^m(?:under|over|underover|sub|sup|subsup)$/.test(node.tagName)) return false;
  const [base] = node.children;
  return isElement(base, 'mo');
}

function raised(node: Element | undefined): Element {
  return element('sup', {}, withoutSpace(written(node)));
}

function lowered(node: Element | undefined): Element {
  return element('sub', {}, withoutSpace(written(node)));
}

function withoutSpace(children: Child[]): Child[] {
  return children.map((child) => (child.type === 'text' ? text(child.value.replaceAll(' ', '')) : child));
}

function text(value: string): Child {
  return { type: 'text', value };
}
