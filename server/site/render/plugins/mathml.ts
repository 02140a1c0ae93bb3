import { fromHtml } from 'hast-util-from-html';
import rehypeSanitize, { type Options } from 'rehype-sanitize';
import temml from 'temml';

import {
  droppedFromMathml,
  mathmlAttributes,
  mathmlClass,
  mathmlTags,
  formulaProblem,
  temmlOptions,
  UNKNOWN_FORMULA,
} from '../../../../shared/mathml-rules.ts';
import { childrenOf, isElement, walk, type Element, type Root } from '../../../html/hast.ts';

/** Converts a TeX formula to MathML; returns an error message if it is invalid. */
export function toMathml(tex: string, isBlock: boolean): Element | string {
  try {
    const mathml = temml.renderToString(tex, { ...temmlOptions, displayMode: isBlock });
    const tree = sanitize(fromHtml(mathml, { fragment: true }));
    tidy(tree);
    const [math] = childrenOf(tree);
    return isElement(math, 'math') ? math : UNKNOWN_FORMULA;
  } catch (error) {
    return formulaProblem(error);
  }
}

/** Some attributes are valid only on `mstyle`, and empty classes are invalid. */
function tidy(tree: Root): void {
  walk(tree, (node) => {
    const { tagName, properties } = node;
    if (tagName === 'mrow' && ('displaystyle' in properties || 'scriptlevel' in properties)) node.tagName = 'mstyle';
    if ([properties['className']].flat().join('') === '') delete properties['className'];
  });
}

const allowList: Options = {
  tagNames: mathmlTags,
  attributes: { '*': [['className', mathmlClass], ...mathmlAttributes] },
  protocols: {},
  ancestors: {},
  required: {},
  clobber: [],
  strip: droppedFromMathml,
};
const sanitize = rehypeSanitize(allowList);
