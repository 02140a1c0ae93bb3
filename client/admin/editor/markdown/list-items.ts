import type { EditorState, Line, Text } from '@codemirror/state';

/** A line that begins an item of a list. */
export interface ListItem {
  line: Line;
  /** How many columns are before its mark. */
  indent: number;
  /** The mark and the spaces behind it, and a check box. */
  mark: string;
  /** Of an ordered list. */
  number: number | null;
  /** Where items that belong to it begin. */
  content: number;
  isEmpty: boolean;
}

const ITEM = /^( *)((?:[-*+]|(\d{1,9})[.)])(?: +|$))(\[[ xX]\](?: +|$))?/;

/** The item that a line begins. */
export function readListItem(line: Line): ListItem | null {
  const found = ITEM.exec(line.text);
  if (!found) return null;
  const [whole, indent = '', mark = '', number, box = ''] = found;
  return {
    line,
    indent: indent.length,
    mark: mark + box,
    number: number === undefined ? null : Number(number),
    content: indent.length + mark.length,
    isEmpty: whole.length === line.text.length,
  };
}

/** The items of the list around a line, in order; none when it is outside of lists. */
export function itemsAround({ doc }: EditorState, line: Line): ListItem[] {
  if (!isOfList(line)) return [];
  let first = line.number;
  while (first > 1 && continues(doc, first - 1)) first -= 1;
  let last = line.number;
  while (last < doc.lines && continues(doc, last + 1)) last += 1;
  return Array.from({ length: last - first + 1 }, (_, at) => readListItem(doc.line(first + at))).filter(
    (one) => one !== null,
  );
}

function isOfList(line: Line): boolean {
  return readListItem(line) !== null || /^ +\S/.test(line.text);
}

/** Blank lines are part of a list when it goes on behind them. */
function continues(doc: Text, number: number): boolean {
  const line = doc.line(number);
  if (line.text.trim() !== '') return isOfList(line);
  return number > 1 && number < doc.lines && isOfList(doc.line(number - 1)) && isOfList(doc.line(number + 1));
}
