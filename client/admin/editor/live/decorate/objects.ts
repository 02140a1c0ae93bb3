import { Decoration } from '@codemirror/view';

import { InlineFormula } from '../widgets/inline-formula.ts';
import { InlineImage } from '../widgets/inline-image.ts';
import { markDecoration } from './inline.ts';
import type { Draw } from './part.ts';

/** What stands in a line and is not text: formulas and pictures. */
export const objectParts: Record<string, Draw> = {
  Formula({ node, from, to }, { state, add, isShown }) {
    const [open, close] = node.getChildren('FormulaMark');
    if (!open || !close) return;
    if (isShown(from, to)) add(from, to, markDecoration('tex'));
    else add(from, to, Decoration.replace({ widget: new InlineFormula(state.sliceDoc(open.to, close.from).trim()) }));
  },
  Image({ node, from, to }, { state, add, isShown }) {
    const url = node.getChild('URL');
    const [open, close] = node.getChildren('LinkMark');
    if (!url || !open || !close) return false;
    // A picture on a line of its own is part of a block, which shows it below its Markdown.
    const isAlone =
      node.parent?.parent?.name === 'Document' && state.doc.lineAt(from).text.trim() === state.sliceDoc(from, to);
    if (isAlone || isShown(from, to)) {
      add(from, to, markDecoration('tag'));
      return false;
    }
    const src = state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '');
    add(from, to, Decoration.replace({ widget: new InlineImage(src, state.sliceDoc(open.to, close.from)) }));
    return false;
  },
};
