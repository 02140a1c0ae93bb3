import { siteMarkdown } from '../../markdown/dialect/dialect.ts';
import { InlineFormula } from '../widgets/inline-formula.ts';
import { InlineImage } from '../widgets/inline-image.ts';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

const elements: Record<string, string> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 'del',
  Highlight: 'mark',
  InlineCode: 'code',
};
const marks = /^(?:EmphasisMark|StrikethroughMark|HighlightMark|CodeMark|LinkMark)$/;

/** A line of Markdown as nodes, for a place that is no text of CodeMirror. HTML in it stays as it is written. */
export function inlineDom(text: string): DocumentFragment {
  const result = document.createDocumentFragment();
  const tree = siteMarkdown.parser.parse(text);
  let block = tree.topNode.firstChild;
  // The beginning of another block is text in a cell.
  if (block?.name !== 'Paragraph' || block.nextSibling) block = null;
  if (block) append(result, block, text, block.from, block.to);
  else result.append(text);
  return result;
}

function append(parent: Node, node: SyntaxNode, text: string, from: number, to: number): void {
  let at = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.from < at || child.to > to) continue;
    parent.appendChild(document.createTextNode(text.slice(at, child.from)));
    const made = nodeOf(child, text);
    if (made) parent.appendChild(made);
    at = child.to;
  }
  parent.appendChild(document.createTextNode(text.slice(at, to)));
}

function nodeOf(node: SyntaxNode, text: string): Node | null {
  const { name, from, to } = node;
  if (marks.test(name)) return null;
  if (name === 'Escape') return document.createTextNode(text.slice(from + 1, to));
  const tag = elements[name];
  if (tag !== undefined) {
    const element = document.createElement(tag);
    append(element, node, text, from, to);
    return element;
  }
  if (name === 'Link' && node.getChild('URL')) return linkOf(node, text);
  if (name === 'URL' || name === 'Autolink') {
    const link = document.createElement('a');
    link.textContent = text.slice(from, to).replace(/^<|>$/g, '');
    return link;
  }
  if (name === 'Formula') {
    const [open, close] = node.getChildren('FormulaMark');
    return new InlineFormula(text.slice(open?.to ?? from, close?.from ?? to).trim()).toDOM(view);
  }
  if (name === 'Image') {
    const url = node.getChild('URL');
    const [open, close] = node.getChildren('LinkMark');
    if (url && open && close)
      return new InlineImage(text.slice(url.from, url.to), text.slice(open.to, close.from)).toDOM(view);
  }
  return document.createTextNode(text.slice(from, to));
}

function linkOf(node: SyntaxNode, text: string): Node {
  const [open, close] = node.getChildren('LinkMark');
  const link = document.createElement('a');
  if (open && close) append(link, node, text, open.to, close.from);
  return link;
}

/** The height of a cell is measured with its table. */
const view = { requestMeasure: () => undefined } as unknown as EditorView;
