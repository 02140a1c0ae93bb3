import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

import { blockHandles } from './bars/block-handle.ts';
import { selectionBar } from './bars/selection-bar.ts';
import { enteringBlocks, selectingCells } from './enter-block.ts';
import { wholeBlocks } from './block-field.ts';
import { keepingApart } from './keep-apart.ts';
import { decorated } from './decorate/decorate.ts';
import { settling } from './settle.ts';
import { sourceBlocks, toggleBlockSource } from './source-blocks.ts';
import { typedTable } from './table/typed-table.ts';
import { survey } from './survey.ts';

/** Shows the Markdown of a text as the site shows it. Without it, the editor shows its source. */
export const liveView: Extension = [
  survey,
  sourceBlocks,
  settling,
  typedTable,
  keepingApart,
  decorated,
  wholeBlocks,
  enteringBlocks,
  selectingCells,
  selectionBar,
  blockHandles,
  EditorView.editorAttributes.of({ class: 'live' }),
  keymap.of([{ key: 'Mod-Alt-u', run: toggleBlockSource, preventDefault: true }]),
];
