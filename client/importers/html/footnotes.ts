import type { Handle } from 'hast-util-to-mdast';

import type { Element, Node } from './nodes.ts';

const REFERENCE = 'footnote-reference';
const DEFINITION = 'footnote-definition';

/** How the two elements below become Markdown. */
export const footnotes: Record<string, Handle> = {
  [REFERENCE]: (_state, { properties }) => ({ type: 'footnoteReference', identifier: String(properties['name']) }),
  [DEFINITION]: (state, node) => ({
    type: 'footnoteDefinition',
    identifier: String(node.properties['name']),
    children: state.toFlow(state.all(node)),
  }),
};

/** A reference to a footnote. @param name letters and digits */
export function footnoteReference(name: string): Element {
  return { type: 'element', tagName: REFERENCE, properties: { name }, children: [] };
}

/** The text of a footnote, which may stand anywhere. */
export function footnoteDefinition(name: string, children: Node[]): Element {
  return { type: 'element', tagName: DEFINITION, properties: { name }, children };
}
