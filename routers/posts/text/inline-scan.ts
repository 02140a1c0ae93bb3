import { Emphasis } from './emphasis.ts';
import { InlineTags } from './inline-tags.ts';
import { LongList } from './long-list.ts';

/** Options of reading inline Markdown. */
export interface InlineOptions {
  /** What definitions define; undefined: everything that is used. */
  labels: ReadonlySet<string> | undefined;
  /** Stands for a formula or a bare URL; undefined: they are kept. */
  omitted: string | undefined;
}

/**
 * Where reading an inline text has got to, and what it has written.
 *
 * `brackets` contains the open ones as numbers: a million objects would take the garbage collector a second.
 */
export class Scan {
  readonly text: string;
  readonly options: InlineOptions;
  at = 0;
  readonly out = new LongList<string>();
  /** In turn the index in `out`, and the place in the text. */
  readonly brackets = new LongList<number>();
  readonly emphasis = new Emphasis(this.out, new LongList());
  readonly tags = new InlineTags(this.out);
  readonly #found = new Map<string, number>();

  constructor(text: string, options: InlineOptions) {
    this.text = text;
    this.options = options;
  }

  /** The next place of a text; its length if there is none. Linear if places only grow. */
  next(sought: string, from: number): number {
    const known = this.#found.get(sought);
    if (known !== undefined && known >= from) return known;
    const at = this.text.indexOf(sought, from);
    const found = at < 0 ? this.text.length : at;
    this.#found.set(sought, found);
    return found;
  }

  /** The end of the block. */
  blockEnd(): number {
    return this.next('\n\n', this.at);
  }

  beginBlock(): void {
    this.brackets.length = 0;
    this.emphasis.reset();
    this.tags.reset();
  }

  /** Removes what has been read, from an index in `out`. */
  removeFrom(place: number): void {
    this.out.length = place;
    this.emphasis.truncate(place);
    this.tags.truncate(place);
    while (this.brackets.length > 0 && this.brackets.get(this.brackets.length - 2)! >= place) {
      this.brackets.length -= 2;
    }
  }
}
