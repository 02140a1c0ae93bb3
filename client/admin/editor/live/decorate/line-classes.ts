import type { Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';

interface Line {
  classes: Set<string>;
  attributes: Record<string, string>;
}

/** Collects the classes of lines: a line of a list in a quote has those of both. */
export class LineClasses {
  readonly #lines = new Map<number, Line>();

  /** @param at where the line begins */
  add(at: number, className: string, attributes: Record<string, string> = {}): void {
    const line = this.#lines.get(at) ?? { classes: new Set(), attributes: {} };
    this.#lines.set(at, line);
    for (const name of className.split(' ')) line.classes.add(name);
    Object.assign(line.attributes, attributes);
  }

  decorations(): Range<Decoration>[] {
    return [...this.#lines].map(([at, { classes, attributes }]) =>
      Decoration.line({ attributes: { ...attributes, class: [...classes].join(' ') } }).range(at),
    );
  }
}
