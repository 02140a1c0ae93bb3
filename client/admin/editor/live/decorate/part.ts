import type { EditorState } from '@codemirror/state';
import type { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';

import type { IsShown } from '../reveal.ts';
import type { Survey } from '../survey.ts';

/** What a part of the tree is drawn with. */
export interface Drawing {
  state: EditorState;
  /** The visible range that is drawn now. */
  from: number;
  to: number;
  isShown: IsShown;
  survey: Survey;
  add: (from: number, to: number, decoration: Decoration) => void;
  /** Hides marks that appear where the cursor comes. */
  hide: (from: number, to: number) => void;
  /** Hides what never appears, so that the cursor skips it. */
  skip: (from: number, to: number) => void;
  /** Adds a class to a visible line. */
  line: (at: number, className: string, attributes?: Record<string, string>) => void;
  /** The beginnings of the visible lines of a range. */
  lines: (from: number, to: number) => number[];
}

/** Draws a node of the tree; returns false if its children are not drawn. */
export type Draw = (node: SyntaxNodeRef, drawing: Drawing) => boolean | void;
