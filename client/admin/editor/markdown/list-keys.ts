import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { Prec, type ChangeSpec, type EditorState, type Extension, type StateCommand } from '@codemirror/state';
import { keymap } from '@codemirror/view';

import { isInCode } from './in-code.ts';
import { readListItem, itemsAround, type ListItem } from './list-items.ts';

/**
 * Enter continues a list and ends it in an empty item; Tab and Shift+Tab move an item a level down and up. Elsewhere Tab
 * leaves the editor, and after Escape it does everywhere.
 */
export const listKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Enter', run: endList },
    { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
    { key: 'Backspace', run: deleteMarkupBackward },
    { key: 'Tab', run: shift(deeper), shift: shift(higher) },
  ]),
);

/** Ends a list in its empty last item, with the blank line without which the next text would belong to the item above. */
function endList({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const item = readListItem(line);
  if (!main.empty || !item?.isEmpty || item.indent > 0 || main.head !== line.to || isInCode(state, main.head))
    return false;
  const above = line.number > 1 ? state.doc.line(line.number - 1).text.trim() : '';
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1).text.trim() : '';
  const before = above === '' ? '' : '\n';
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert: before + (below === '' ? '' : '\n') },
      selection: { anchor: line.from + before.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
}

/** The column of an item on another level; the items above it come in the order from the nearest. */
type Deepen = (item: ListItem, above: readonly ListItem[]) => number;

function deeper({ indent }: ListItem, above: readonly ListItem[]): number {
  const parent = above.find((one) => one.indent <= indent);
  return parent?.indent === indent ? parent.content : indent;
}

function higher({ indent }: ListItem, above: readonly ListItem[]): number {
  return above.find((one) => one.indent < indent)?.indent ?? 0;
}

/** Moves the selected items, and those below them, to another level. */
function shift(deepen: Deepen): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const items = itemsAround(state, state.doc.lineAt(from));
    const at = items.findLastIndex(({ line }) => line.from <= from);
    const item = items[at];
    if (!item || isInCode(state, from)) return false;
    const by = deepen(item, items.slice(0, at).reverse()) - item.indent;
    const next = items.findIndex((one, index) => index > at && one.line.from > to && one.indent <= item.indent);
    const end = next < 0 ? items.length : next;
    if (by !== 0)
      dispatch(
        state.update({
          changes: moved(state, items, { at, end, by }),
          userEvent: 'input.indent',
          scrollIntoView: true,
        }),
      );
    return true;
  };
}

/** The changes that move items, and that number the list again. */
function moved(
  state: EditorState,
  items: readonly ListItem[],
  { at, end, by }: { at: number; end: number; by: number },
): ChangeSpec[] {
  const numbers: { indent: number; number: number }[] = [];
  return items.flatMap((item, index) => {
    const isMoved = index >= at && index < end;
    const indent = Math.max(0, item.indent + (isMoved ? by : 0));
    while ((numbers.at(-1)?.indent ?? -1) > indent) numbers.pop();
    const level = numbers.at(-1)?.indent === indent ? numbers.at(-1) : undefined;
    const number = level ? level.number + 1 : isMoved ? 1 : (item.number ?? 1);
    if (level) level.number = number;
    else numbers.push({ indent, number });
    const mark = item.number === null ? item.mark : item.mark.replace(/^\d+/, String(number));
    const written = ' '.repeat(indent) + mark;
    const { from } = item.line;
    const until = from + item.indent + item.mark.length;
    const here = state.sliceDoc(from, until) === written ? [] : [{ from, to: until, insert: written }];
    return [...here, ...(isMoved ? continuation(state, item, items[index + 1], by) : [])];
  });
}

/** The further lines of an item, which keep their place below its first words. */
function continuation({ doc }: EditorState, { line }: ListItem, next: ListItem | undefined, by: number): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  for (let number = line.number + 1; number < (next?.line.number ?? doc.lines + 1); number++) {
    const { from, text } = doc.line(number);
    const [space = ''] = /^ */.exec(text) ?? [];
    if (space === '' && text.trim() !== '') break;
    if (text.trim() === '') continue;
    changes.push(by > 0 ? { from, insert: ' '.repeat(by) } : { from, to: from + Math.min(space.length, -by) });
  }
  return changes;
}
