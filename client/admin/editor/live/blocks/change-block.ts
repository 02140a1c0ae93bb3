import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import { formats, type Format } from '../../markdown/commands.ts';
import { planRemoval, type MovableBlock } from './move-block.ts';

/** What a block of text can become. */
export const targets = [
  'paragraph',
  'heading2',
  'heading3',
  'heading4',
  'bullets',
  'numbers',
  'tasks',
  'quote',
  'code',
] as const;
export type Target = (typeof targets)[number];

/** Whether a block is text that can become another kind of block. */
export function canTurn({ name }: MovableBlock): boolean {
  return /^(?:Paragraph|ATXHeading\d|SetextHeading\d|BulletList|OrderedList|ListItem|Blockquote)$/.test(name);
}

/** Turns a block into another kind. */
export function turnInto(view: EditorView, block: MovableBlock, target: Target): void {
  const source = view.state.sliceDoc(block.from, block.to);
  const lines = source.split('\n').filter((line, at) => at === 0 || !/^(?:=+|-+)[ \t]*$/.test(line));
  const plain = lines
    .map((line) =>
      line.replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?(?:\[!\w+\])?|(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)/, ''),
    )
    .join('\n');
  const to = block.from + plain.length;
  view.dispatch({
    changes: { from: block.from, to: block.to, insert: plain },
    selection: EditorSelection.range(block.from, to),
    userEvent: 'input',
  });
  if (target === 'code') fence(view, block.from, to);
  else if (target !== 'paragraph') formats[target satisfies Format](view);
  view.dispatch({ selection: { anchor: view.state.selection.main.to } });
  view.focus();
}

function fence(view: EditorView, from: number, to: number): void {
  view.dispatch({
    changes: [
      { from, insert: '```\n' },
      { from: to, insert: '\n```' },
    ],
    userEvent: 'input',
  });
}

/** Adds a copy of a block behind it. */
export function duplicateBlock(view: EditorView, { from, to, name }: MovableBlock): void {
  const insert = (name === 'ListItem' ? '\n' : '\n\n') + view.state.sliceDoc(from, to);
  view.dispatch({ changes: { from: to, insert }, selection: { anchor: to + insert.length }, userEvent: 'input' });
  view.focus();
}

/** Deletes a block with the blank lines below it. */
export function deleteBlock(view: EditorView, block: MovableBlock): void {
  view.dispatch({ changes: planRemoval(view.state, block), userEvent: 'delete' });
  view.focus();
}
