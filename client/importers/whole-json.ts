import type { SourceText } from './importer.ts';

/** The longest export in characters. JSON has to be in memory as a whole, several times its own size. */
const LONGEST = 200_000_000;

/**
 * Reads an export that is one JSON value.
 *
 * @throws Error with one sentence if it is too long or damaged
 */
export async function wholeJson(source: SourceText): Promise<unknown> {
  return parsed(await wholeText(source), source.name);
}

/**
 * The text of an export that has to be read as a whole.
 *
 * @throws Error with one sentence if it is too long
 */
export async function wholeText({ name, open }: SourceText): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of open()) {
    length += piece.length;
    if (length > LONGEST) {
      throw new Error(
        `${name} is larger than ${LONGEST / 1_000_000} MB, and JSON has to be read as a whole: ` +
          'convert it to JSON Lines, and use octavo import jsonl.',
      );
    }
    pieces.push(piece);
  }
  return pieces.join('');
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is damaged: it is not JSON. Export it again.`);
  }
}
