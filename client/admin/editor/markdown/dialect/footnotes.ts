import type { BlockContext, Line, MarkdownConfig } from '@lezer/markdown';

const DEFINITION = /^\[\^[^\s[\]]{1,999}\]:[ \t]*/;
const REFERENCE = /^\[\^[^\s[\]]{1,999}\]/;
const BRACKET = 91;
/** How far the further lines of a footnote are indented. */
const INDENT = 4;

/** `[^1]` and `[^1]: Text`. Whether a footnote exists is known only of the whole text. */
export const footnotes: MarkdownConfig = {
  defineNodes: ['FootnoteReference', 'FootnoteMark', { name: 'FootnoteDefinition', block: true, composite: goesOn }],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(cx, next, start) {
        if (next !== BRACKET) return -1;
        const [mark] = REFERENCE.exec(cx.slice(start, cx.end)) ?? [];
        return mark === undefined ? -1 : cx.addElement(cx.elt('FootnoteReference', start, start + mark.length));
      },
    },
  ],
  parseBlock: [
    {
      name: 'FootnoteDefinition',
      before: 'IndentedCode',
      parse(cx, line) {
        const mark = markOf(line);
        if (mark === '') return false;
        const start = cx.lineStart + line.pos;
        cx.startComposite('FootnoteDefinition', line.pos, 0);
        cx.addElement(cx.elt('FootnoteMark', start, start + mark.trimEnd().length));
        line.moveBase(line.pos + mark.length);
        return null;
      },
      endLeaf: (_cx, line) => markOf(line) !== '',
    },
  ],
};

function markOf({ text, pos, indent, baseIndent }: Line): string {
  return indent - baseIndent < 4 ? (DEFINITION.exec(text.slice(pos))?.[0] ?? '') : '';
}

/** Blank lines, and those that are indented. */
function goesOn(_cx: BlockContext, line: Line): boolean {
  if (line.next < 0) return true;
  if (line.indent < line.baseIndent + INDENT) return false;
  line.moveBaseColumn(line.baseIndent + INDENT);
  return true;
}
