import { isolateHistory } from '@codemirror/commands';
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

/** What a placeholder shows; it draws itself, because its content changes more often than the text. */
export interface Placeholder {
  id: string;
  /** Fills the element. @returns ends it */
  draw(place: HTMLElement): () => void;
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

/** Placeholders for what is not there yet. They are widgets, never part of the text, and move with it. */
export const placeholders: Extension = field;

/** Adds placeholders at a position of the text; several are added at the end of its line, so that they do not split it. */
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
  const changes = state.changes({ from: at, insert: isBlock ? asParagraph(state.doc, at, text) : text });
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
    const at = changes.mapPos(one.at, first >= 0 && order > first ? 1 : -1);
    return at === one.at ? [one] : [{ ...one, at }];
  });
  const added = effects.flatMap((effect) => (effect.is(addEffect) ? effect.value : []));
  if (gone.size === 0 && added.length === 0 && kept.every((one, order) => one === placed[order])) return placed;
  return [...kept, ...added].sort((one, other) => one.at - other.at);
}

/** Whether a position is at the start or end of a line that is no item, quote or row of a table. */
function isAtEdge(doc: Text, at: number): boolean {
  const { from, text } = doc.lineAt(at);
  const before = text.slice(0, at - from).trim();
  const after = text.slice(at - from).trim();
  return (before === '' || after === '') && !/^\s*(?:[-*+>|]|\d+[.)])(?:\s|$)/.test(text);
}

/** With the blank lines that make it a paragraph. */
function asParagraph(doc: Text, at: number, text: string): string {
  const [before = ''] = /\n*$/.exec(doc.sliceString(Math.max(0, at - 2), at)) ?? [];
  const [after = ''] = /^\n*/.exec(doc.sliceString(at, at + 2)) ?? [];
  const above = at === before.length ? '' : '\n'.repeat(2 - before.length);
  const below = at + after.length === doc.length ? '' : '\n'.repeat(2 - after.length);
  return above + text + below;
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
