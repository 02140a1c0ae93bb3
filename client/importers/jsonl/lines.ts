import type { SourceText } from '../importer.ts';

/** The longest line in characters; a call of the service is shorter. */
export const LONGEST_LINE = 4_000_000;

/** A line of a file, counted from 1. */
export interface Line {
  number: number;
  /** Undefined if the line is longer than `LONGEST_LINE`. */
  text: string | undefined;
}

/** Reads the lines of a file as a stream. */
export async function* readLines(source: SourceText): AsyncGenerator<Line, void> {
  let number = 1;
  let text: string | undefined = '';
  const add = (piece: string) => {
    if (text !== undefined) text = text.length + piece.length > LONGEST_LINE ? undefined : text + piece;
  };
  for await (const piece of source.open()) {
    const [first = '', ...others] = piece.split('\n');
    add(first);
    for (const other of others) {
      yield { number: number++, text };
      text = '';
      add(other);
    }
  }
  yield { number, text };
}
