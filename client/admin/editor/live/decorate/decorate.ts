import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

import { onColours } from '../code-colours.ts';
import { revealMarks } from '../reveal.ts';
import { isSettling, isUnsettled } from '../settle.ts';
import { sourceBlocks } from '../source-blocks.ts';
import { survey } from '../survey.ts';
import { blockParts } from './blocks.ts';
import { codeParts } from './code.ts';
import { inlineParts } from './inline.ts';
import { LineClasses } from './line-classes.ts';
import { listParts } from './lists.ts';
import { noteParts } from './notes.ts';
import { objectParts } from './objects.ts';
import type { Draw, Drawing } from './part.ts';
import { drawQuoteMark } from './quote-marks.ts';

/** The parts of the tree by the names of their nodes. */
const parts: Record<string, Draw> = {
  ...inlineParts,
  ...blockParts,
  ...listParts,
  ...codeParts,
  ...noteParts,
  ...objectParts,
  QuoteMark: drawQuoteMark,
};

/** Shows the visible text as the site does, with its marks only where the cursor is. */
export const decorated = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    hidden: DecorationSet;
    #isStale = false;
    readonly #end: () => void;

    constructor(view: EditorView) {
      ({ decorations: this.decorations, hidden: this.hidden } = draw(view));
      this.#end = onColours(() => view.dispatch({}));
    }

    update(update: ViewUpdate): void {
      if (isUnsettled(update)) {
        this.decorations = this.decorations.map(update.changes);
        this.hidden = this.hidden.map(update.changes);
        this.#isStale = true;
        return;
      }
      if (!this.#isStale && !changesLook(update)) return;
      this.#isStale = false;
      ({ decorations: this.decorations, hidden: this.hidden } = draw(update.view));
    }

    destroy(): void {
      this.#end();
    }
  },
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.hidden ?? Decoration.none),
  },
);

function changesLook(update: ViewUpdate): boolean {
  const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state, transactions } = update;
  return (
    docChanged ||
    viewportChanged ||
    selectionSet ||
    focusChanged ||
    syntaxTree(startState) !== syntaxTree(state) ||
    startState.field(sourceBlocks, false) !== state.field(sourceBlocks) ||
    // Without any change, colours have been loaded.
    transactions.some((transaction) => isSettling(transaction) || (!transaction.docChanged && !transaction.selection))
  );
}

const hiding = Decoration.replace({});

function draw(view: EditorView): { decorations: DecorationSet; hidden: DecorationSet } {
  const { state } = view;
  const found: Range<Decoration>[] = [];
  const hidden: Range<Decoration>[] = [];
  const classes = new LineClasses();
  const isShown = revealMarks(state, view.hasFocus);
  for (const { from, to } of view.visibleRanges) {
    const drawing: Drawing = {
      state,
      from,
      to,
      isShown,
      survey: state.field(survey),
      add(start, end, decoration) {
        if (start >= end || (decoration.spec['widget'] && !isInLine(state, start, end))) return;
        found.push(decoration.range(start, end));
        if (decoration.spec['isAtomic'] === true) hidden.push(decoration.range(start, end));
      },
      hide(start, end) {
        if (start < end && isInLine(state, start, end)) found.push(hiding.range(start, end));
      },
      skip(start, end) {
        if (start >= end || !isInLine(state, start, end)) return;
        found.push(hiding.range(start, end));
        hidden.push(hiding.range(start, end));
      },
      line: (at, className, attributes) => classes.add(at, className, attributes),
      lines(start, end) {
        const starts: number[] = [];
        const last = Math.min(end, to);
        for (let line = state.doc.lineAt(Math.max(start, from)); ; line = state.doc.line(line.number + 1)) {
          if (line.from > last) break;
          starts.push(line.from);
          if (line.number === state.doc.lines) break;
        }
        return starts;
      },
    };
    for (const at of drawing.lines(from, to)) {
      const line = state.doc.lineAt(at);
      if (line.length === 0 && isBetweenBlocks(state, at)) drawing.line(at, 'live-blank');
    }
    syntaxTree(state).iterate({ from, to, enter: (node) => parts[node.name]?.(node, drawing) !== false });
  }
  found.push(...classes.decorations());
  return { decorations: Decoration.set(found, true), hidden: Decoration.set(hidden, true) };
}

/** Plugins must not replace line breaks. */
function isInLine({ doc }: EditorState, from: number, to: number): boolean {
  return to <= doc.lineAt(from).to;
}

/** Whether a blank line is in no block, such as code. */
function isBetweenBlocks(state: EditorState, at: number): boolean {
  return syntaxTree(state).resolve(at, 0).name === 'Document';
}
