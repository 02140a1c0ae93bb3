import { searchPanelOpen } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

import { findBlock, sourceBlocks } from './source-blocks.ts';

/** Whether the marks of a range are shown. */
export type IsShown = (from: number, to: number) => boolean;

/**
 * Marks are shown where the cursor is or the selection begins or ends, such as at a hit of the search, and in blocks that show
 * their Markdown.
 *
 * @param hasFocus without it, the cursor shows nothing
 */
export function revealMarks(state: EditorState, hasFocus: boolean): IsShown {
  const isSelectionSeen = hasFocus || searchPanelOpen(state);
  const places = isSelectionSeen ? state.selection.ranges.map(({ from, to }) => ({ from, to })) : [];
  for (const start of state.field(sourceBlocks, false) ?? []) places.push(findBlock(state, start));
  return (from, to) => places.some((place) => place.from <= to && place.to >= from);
}
