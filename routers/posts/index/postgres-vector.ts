import type { PostWords } from './engine.ts';

/** The highest position in a tsvector, which all later words get. */
const LAST_POSITION = 16_383;
/** The highest position of which it is known what precedes and follows it. */
const MAX_POSITION = LAST_POSITION - 2;
/** The highest number of positions of a word in it. */
const MAX_POSITIONS = 255;
/** The maximum size of a tsvector; PostgreSQL allows 1,048,575 bytes. */
const MAX_BYTES = 1_000_000;
/** Bytes that positions take. */
const FIRST_POSITION_BYTES = 5;
const NEXT_POSITION_BYTES = 2;
/** Between fields, in the text of a long post. */
const FIELD_END = ' \u001f ';

type MarkedPart = keyof typeof marks;

/** What precedes the words of a part: no word of a query is its beginning. */
const marks = { title: '/t', tags: '/g', excerpt: '/e' } as const;

/** The mark of a part. */
export const partMark = (part: MarkedPart): string => marks[part];

/** Whether the words of a part are marked. */
export const isMarked = (part: keyof PostWords): part is MarkedPart => part in marks;

/**
 * The words of a post as the text form of a tsvector. Words beyond its maximum size are omitted.
 *
 * @returns `text`: all words, if the vector does not have all of their positions
 */
export function makeVector(words: PostWords): { vector: string; text: string | null } {
  const lexemes = new Map<string, number[]>();
  let remaining = MAX_BYTES;
  let isComplete = true;
  for (const { word, position } of numberWords(words)) {
    const positions = lexemes.get(word) ?? [];
    const bytes = positions.length === 0 ? Buffer.byteLength(word) + FIRST_POSITION_BYTES : NEXT_POSITION_BYTES;
    const isBeyond = position > MAX_POSITION || positions.length === MAX_POSITIONS || bytes > remaining;
    if (isBeyond) isComplete = false;
    if (bytes > remaining || (isBeyond && positions.length > 0)) continue;
    remaining -= bytes;
    positions.push(position > MAX_POSITION ? LAST_POSITION : position);
    lexemes.set(word, positions);
  }
  const vector = Array.from(lexemes, ([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
  return { vector, text: isComplete ? null : joinFields(words) };
}

/** Between two fields a position is left out, so that no phrase spans them. */
function* numberWords(words: PostWords) {
  let position = 0;
  for (const part of ['title', 'tags', 'excerpt', 'content'] as const) {
    for (const word of words[part]) {
      position++;
      if (isMarked(part)) yield { word: partMark(part) + word, position };
      yield { word, position };
    }
    position++;
  }
}

function joinFields({ title, tags, excerpt, content }: PostWords): string {
  return ` ${[title, tags, excerpt, content].map((words) => words.join(' ')).join(FIELD_END)} `;
}
