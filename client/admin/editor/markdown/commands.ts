import { EditorSelection, type ChangeSpec, type Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

/** The levels of headings in a text; the first is the title of the post. */
const levels = [2, 3, 4] as const;

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'highlight'
  | 'inlineCode'
  | `heading${(typeof levels)[number]}`
  | 'link'
  | 'image'
  | 'quote'
  | 'code'
  | 'bullets'
  | 'numbers'
  | 'tasks';

/** The mark of an item of any kind. */
const item = /^(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;

/** The formatting commands of toolbar and shortcuts. */
export const formats: Record<Format, Command> = {
  bold: around('**'),
  italic: around('*'),
  strike: around('~~'),
  highlight: around('=='),
  inlineCode: around('`'),
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  link: linking(''),
  image: linking('!'),
  quote: before(() => '> ', /^>\s?/),
  code: (view) => (isOneLine(view) ? around('`')(view) : fence(view)),
  bullets: before(() => '- ', item, /^[-*+]\s+(?!\[[ xX]\])/),
  numbers: before((at) => `${at + 1}. `, item, /^\d+[.)]\s+/),
  tasks: before(() => '- [ ] ', item, /^[-*+]\s+\[[ xX]\]\s+/),
};

/** Toggles a mark around each selection. */
function around(mark: string): Command {
  return (view) => {
    const { state } = view;
    const made = state.changeByRange(({ from, to }) => {
      const isMarked =
        state.sliceDoc(from - mark.length, from) === mark && state.sliceDoc(to, to + mark.length) === mark;
      const changes: ChangeSpec = isMarked
        ? [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ];
      const by = isMarked ? -mark.length : mark.length;
      return { changes, range: EditorSelection.range(from + by, to + by) };
    });
    view.dispatch(state.update(made, { userEvent: 'input', scrollIntoView: true }));
    view.focus();
    return true;
  };
}

function heading(level: (typeof levels)[number]): Command {
  return before(() => `${'#'.repeat(level)} `, /^#{1,6}\s+/, new RegExp(`^#{${level}}\\s+`));
}

/**
 * Toggles a prefix of each selected line.
 *
 * @param known the prefixes that it replaces, such as the mark of another level
 * @param own the prefix that it removes if every line has it
 */
function before(markOf: (at: number) => string, known: RegExp, own = known): Command {
  return (view) => {
    const lines = selectedLines(view);
    const isMarked = lines.every(({ text }) => own.test(text));
    const changes = lines.map(({ from, text }, at) => {
      const length = known.exec(text)?.[0].length ?? 0;
      return { from, to: from + length, insert: isMarked ? '' : markOf(at) };
    });
    const set = view.state.changes(changes);
    // The cursor moves behind an inserted prefix.
    view.dispatch({ changes: set, selection: view.state.selection.map(set, 1), userEvent: 'input' });
    view.focus();
    return true;
  };
}

/** Inserts `[text]()` with the cursor at the URL; a selected URL becomes the target. */
function linking(sign: '' | '!'): Command {
  return (view) => {
    const { from, to } = view.state.selection.main;
    const chosen = view.state.sliceDoc(from, to);
    const isAddress = /^https?:\/\/\S+$/.test(chosen);
    const insert = isAddress ? `${sign}[](${chosen})` : `${sign}[${chosen}]()`;
    const behindBracket = from + sign.length + 1;
    const behindText = behindBracket + chosen.length + 2;
    const anchor = isAddress || chosen === '' ? behindBracket : behindText;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor }, userEvent: 'input', scrollIntoView: true });
    view.focus();
    return true;
  };
}

/** Wraps the selected lines in a fenced code block. */
function fence(view: EditorView): boolean {
  const lines = selectedLines(view);
  const from = lines[0]?.from ?? 0;
  const to = lines.at(-1)?.to ?? from;
  const changes = [
    { from, insert: '```\n' },
    { from: to, insert: '\n```' },
  ];
  view.dispatch({ changes, userEvent: 'input' });
  view.focus();
  return true;
}

function isOneLine({ state }: EditorView): boolean {
  const { from, to } = state.selection.main;
  return state.doc.lineAt(from).number === state.doc.lineAt(to).number;
}

function selectedLines({ state }: EditorView): Line[] {
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from).number;
  const last = state.doc.lineAt(to).number;
  return Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at));
}
