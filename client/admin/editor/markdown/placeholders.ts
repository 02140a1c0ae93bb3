import { isolateHistory } from '@codemirror/commands';
import {
  MapMode,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

import { asParagraph } from './paragraph.ts';

/** A placeholder draws itself, because its content changes more often than the text. */
export interface Placeholder {
  id: string;
  /** Fills the element. @returns ends it */
  draw(place: HTMLElement): () => void;
  /** Whether it belongs to the text around it, and is removed with it. */
  isPartOfText?: boolean;
}

interface Placed extends Placeholder {
  at: number;
  /** Whether what replaces it becomes a paragraph of its own. */
  isBlock: boolean;
}

const addEffect = StateEffect.define<readonly Placed[]>();
const removeEffect = StateEffect.define<string>();

const field = StateField.define<readonly Placed[]>({
  create: () => [],
  update: (placed, transaction) => moved(placed, transaction),
  provide: (from) =>
    EditorView.decorations.from(from, (placed) =>
      Decoration.set(placed.map((one) => Decoration.widget({ widget: new Drawn(one), side: -1 }).range(one.at))),
    ),
});

/** Placeholders for content that is still loading. They are widgets, never part of the text, and move with it. */
export const placeholders: Extension = field;

/**
 * Adds placeholders at a position of the text; several are added at the end of its line, so that they do not split it.
 */
export function addPlaceholders({ doc }: EditorState, at: number, those: readonly Placeholder[]): TransactionSpec {
  const isEdge = isAtEdge(doc, at);
  const place = { at: those.length > 1 && !isEdge ? doc.lineAt(at).to : at, isBlock: those.length > 1 || isEdge };
  return { effects: addEffect.of(those.map((one) => ({ ...one, ...place }))) };
}

/**
 * Replaces a placeholder by text, as one step that can be undone; "" removes it.
 *
 * @returns null when there is none
 */
export function replacePlaceholder(state: EditorState, id: string, text: string): TransactionSpec | null {
  const found = state.field(field).find((one) => one.id === id);
  if (!found) return null;
  if (text === '') return { effects: removeEffect.of(id) };
  const { at, isBlock } = found;
  const changes = state.changes({
    from: at,
    insert: isBlock ? asParagraph(state.doc, { from: at, to: at }, text) : text,
  });
  return {
    changes,
    effects: removeEffect.of(id),
    // A cursor at the placeholder moves after the text.
    selection: state.selection.map(changes, 1),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.upload',
  };
}

/** Placeholders after the replaced one stay after its text; typed text comes after all of them. */
function moved(placed: readonly Placed[], { changes, effects }: Transaction): readonly Placed[] {
  const gone = new Set(effects.flatMap((effect) => (effect.is(removeEffect) ? [effect.value] : [])));
  const first = placed.findIndex(({ id }) => gone.has(id));
  const kept = placed.flatMap((one, order) => {
    if (gone.has(one.id)) return [];
    if (one.isPartOfText && changes.mapPos(one.at, -1, MapMode.TrackDel) === null) return [];
    const at = changes.mapPos(one.at, first >= 0 && order > first ? 1 : -1);
    return at === one.at ? [one] : [{ ...one, at }];
  });
  const added = effects.flatMap((effect) => (effect.is(addEffect) ? effect.value : []));
  const isSame = kept.length === placed.length && kept.every((one, order) => one === placed[order]);
  if (isSame && added.length === 0) return placed;
  return [...kept, ...added].sort((one, other) => one.at - other.at);
}

/** Whether a position is at the start or end of a line that is no item, quote or row of a table. */
function isAtEdge(doc: Text, at: number): boolean {
  const { from, text } = doc.lineAt(at);
  const before = text.slice(0, at - from).trim();
  const after = text.slice(at - from).trim();
  return (before === '' || after === '') && !/^\s*(?:[-*+>|]|\d+[.)])(?:\s|$)/.test(text);
}

/** Ends the drawing of an element; CodeMirror may replace the widget that drew it by an equal one. */
const endings = new WeakMap<HTMLElement, () => void>();

class Drawn extends WidgetType {
  readonly placeholder: Placeholder;

  constructor(placeholder: Placeholder) {
    super();
    this.placeholder = placeholder;
  }

  override eq({ placeholder }: Drawn): boolean {
    return placeholder.id === this.placeholder.id;
  }

  override toDOM(): HTMLElement {
    const place = document.createElement('span');
    place.className = 'editor-placeholder';
    endings.set(place, this.placeholder.draw(place));
    return place;
  }

  override destroy(place: HTMLElement): void {
    endings.get(place)?.();
  }
}
