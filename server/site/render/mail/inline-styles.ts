import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import juice from 'juice/client';

/**
 * Writes the rules of the style sheets in a mail into its elements, because some clients know no style sheets. Rules of
 * media queries stay where they are, and become more important than those in the elements.
 */
export function inlineStyles(document: string): string {
  // The second option would make height: auto an attribute.
  return juice(document, { applyWidthAttributes: false, applyHeightAttributes: false }).replaceAll(
    /(<style>)([^<]*)(<\/style>)/g,
    (_, open: string, css: string, close: string) => open + withImportance(css) + close,
  );
}

function withImportance(css: string): string {
  const tree = parse(css);
  walk(tree, { visit: 'Declaration', enter: (declaration) => (declaration.important = true) });
  return generate(tree);
}
