import { alertKinds, type AlertKind } from '../../../../shared/alerts.ts';

/** The part of a Markdown node that is used here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: unknown;
  position?: { start: { offset?: number | undefined } } | undefined;
}

const LABEL = new RegExp(String.raw`^\[!(${alertKinds.join('|')})\][ \t]*(?:\n|$)`, 'i');

/**
 * Marks block quotes that begin with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]` on a line of its
 * own, and removes that line. `showAlerts` gives them their titles.
 *
 * @param markdown the source, where a backslash before the bracket makes it text
 */
export function markAlerts(tree: Node, markdown: string): void {
  for (const child of tree.children ?? []) {
    if (child.type === 'blockquote') mark(child, markdown);
    markAlerts(child, markdown);
  }
}

function mark(quote: Node, markdown: string): void {
  const [first] = quote.children ?? [];
  const [label, after] = first?.type === 'paragraph' ? (first.children ?? []) : [];
  const [line, kind] = label?.type === 'text' ? (LABEL.exec(label.value ?? '') ?? []) : [];
  if (line === undefined || kind === undefined || markdown[label!.position?.start.offset ?? 0] !== '[') return;
  const isEnd = line.length === label!.value!.length;
  // A hard break may end the line.
  if (isEnd && !line.endsWith('\n') && after !== undefined && after.type !== 'break') return;
  label!.value = label!.value!.slice(line.length);
  if (isEnd) first!.children!.splice(0, after?.type === 'break' ? 2 : 1);
  if (first!.children!.length === 0) quote.children!.shift();
  quote.data = { hProperties: { dataAlert: kind.toLowerCase() satisfies string as AlertKind } };
}
