import { fromHtml } from 'hast-util-from-html';
import rehypeSanitize, { type Options } from 'rehype-sanitize';
import temml from 'temml';

import { childrenOf, isElement, walk, type Element, type Root } from '../hast.ts';

const UNKNOWN = 'This formula cannot be shown.';

/** Makes MathML of a formula in TeX; gives a sentence that says why when that cannot be done. */
export function toMathml(tex: string, isBlock: boolean): Element | string {
  try {
    const mathml = temml.renderToString(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
    });
    const tree = sanitize(fromHtml(mathml, { fragment: true }));
    tidy(tree);
    const [math] = childrenOf(tree);
    return isElement(math, 'math') ? math : UNKNOWN;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Validators know some attributes on `mstyle` alone, and no empty class. */
function tidy(tree: Root): void {
  walk(tree, (node) => {
    const { tagName, properties } = node;
    if (tagName === 'mrow' && ('displaystyle' in properties || 'scriptlevel' in properties)) node.tagName = 'mstyle';
    if ([properties['className']].flat().join('') === '') delete properties['className'];
  });
}

/** Temml shows the place below its message, with a line under each character. */
function sentenceOf(error: unknown): string {
  const [message = ''] =
    error instanceof Error ? error.message.split(/(?: at position \d+| at end of input)?: ?\n|\u0332/) : [];
  return message.trim() || UNKNOWN;
}

/** Of what Temml writes: no styles, which the Content Security Policy forbids, no ids, no links. */
const allowList: Options = {
  tagNames: [
    'math',
    'menclose',
    'merror',
    'mfrac',
    'mi',
    'mmultiscripts',
    'mn',
    'mo',
    'mover',
    'mpadded',
    'mphantom',
    'mprescripts',
    'mroot',
    'mrow',
    'ms',
    'mspace',
    'msqrt',
    'mstyle',
    'msub',
    'msubsup',
    'msup',
    'mtable',
    'mtd',
    'mtext',
    'mtr',
    'munder',
    'munderover',
    'none',
    'span',
  ],
  attributes: {
    '*': [
      ['className', /^tml-[\w-]+$/],
      'accent',
      'accentunder',
      'columnalign',
      'columnlines',
      'columnspacing',
      'columnspan',
      'depth',
      'display',
      'displaystyle',
      'fence',
      'form',
      'height',
      'largeop',
      'linethickness',
      'lspace',
      'mathbackground',
      'mathcolor',
      'mathsize',
      'mathvariant',
      'maxsize',
      'minsize',
      'movablelimits',
      'notation',
      'rowlines',
      'rowspacing',
      'rowspan',
      'rspace',
      'scriptlevel',
      'separator',
      'stretchy',
      'symmetric',
      'voffset',
      'width',
    ],
  },
  protocols: {},
  ancestors: {},
  required: {},
  clobber: [],
  strip: ['script', 'style', 'annotation'],
};
const sanitize = rehypeSanitize(allowList);
