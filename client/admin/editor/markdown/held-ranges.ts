import { StateEffect, StateField, type EditorState, type TransactionSpec } from '@codemirror/state';

/** A part of the text that something is about to replace. */
interface HeldRange {
  id: string;
  from: number;
  to: number;
}

const holdEffect = StateEffect.define<HeldRange>();
const releaseEffect = StateEffect.define<string>();

/** The ranges, which move with the text. */
export const heldRanges = StateField.define<readonly HeldRange[]>({
  create: () => [],
  update(held, { changes, effects }) {
    const moved = changes.empty
      ? held
      : held.map(({ id, from, to }) => {
          const start = changes.mapPos(from, from === to ? -1 : 1);
          return { id, from: start, to: Math.max(start, changes.mapPos(to, -1)) };
        });
    const added = effects.flatMap((effect) => (effect.is(holdEffect) ? [effect.value] : []));
    const released = new Set(effects.flatMap((effect) => (effect.is(releaseEffect) ? [effect.value] : [])));
    if (added.length === 0 && released.size === 0) return moved;
    return [...moved, ...added].filter(({ id }) => !released.has(id));
  },
});

/** Holds a range until `replaceHeld` replaces it. */
export function holdRange(id: string, { from, to }: { from: number; to: number }): TransactionSpec {
  return { effects: holdEffect.of({ id, from, to }) };
}

/** Where a held range is now. */
export function heldRange(state: EditorState, id: string): HeldRange | undefined {
  return state.field(heldRanges).find((one) => one.id === id);
}

/** Ends the holding of a range. */
export function releaseRange(id: string): StateEffect<string> {
  return releaseEffect.of(id);
}
