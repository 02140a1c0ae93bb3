import { footnoteDefinition, footnoteReference } from '../html/footnotes.ts';
import type { Root } from '../html/nodes.ts';
import { parseHtml } from '../html/parse.ts';
import { replaceNodes } from '../html/simple-nodes.ts';
import { readTable } from '../markdown/fields.ts';

/**
 * Replaces the references to footnotes, and adds the footnotes at the end.
 *
 * @param field the field `footnotes` of a post: JSON with the HTML of each footnote
 */
export function addFootnotes(tree: Root, field: string): void {
  const notes = notesIn(field);
  if (notes.size === 0) return;
  replaceNodes(tree, (node) => {
    const id = node.type === 'element' && node.tagName === 'sup' ? node.properties['dataFn'] : undefined;
    const note = notes.get(String(id));
    return note && [footnoteReference(note.name)];
  });
  for (const { name, html } of notes.values()) {
    tree.children.push(footnoteDefinition(name, parseHtml(html).children as []));
  }
}

function notesIn(field: string): Map<string, { name: string; html: string }> {
  let list: unknown;
  try {
    list = JSON.parse(field);
  } catch {
    return new Map();
  }
  const rows = Array.isArray(list) ? list.map(readTable) : [];
  return new Map(
    rows.map(({ id, content }, at) => [String(id), { name: String(at + 1), html: String(content ?? '') }] as const),
  );
}
