import { fold } from '../../../shared/fold.ts';
import { formerFold } from './former-fold.ts';
import { splitQuery, type Chunk } from './chunks.ts';
import { splitWord, tokensOfPiece, wordPattern, type Piece } from './tokens.ts';

/** Words of a query that follow each other, in the form of the index; usually one. */
export interface Term {
  tokens: readonly string[];
  /** The same in indexes from before 2.26.0, if it differs. */
  former: readonly string[] | undefined;
  /**
   * Whether longer words that begin with the last one match too: of a `word`, with a lower rank; those of a `character`
   * of a script without spaces are no longer words.
   */
  prefix: 'word' | 'character' | undefined;
  isEmoji: boolean;
}

/** What a post must have, and must not have, to match. */
export interface Terms {
  wanted: Term[];
  excluded: Term[];
}

/**
 * The terms of a query: its words; `"words in quotes"`, which must follow each other; `-word` and `-"words"`, which
 * exclude. The last word may be the beginning of a longer one.
 */
export function parseTerms(query: string): Terms {
  const chunks = splitQuery(query);
  const last = chunks.findLastIndex(({ isExcluded }) => !isExcluded);
  const terms = (isExcluded: boolean) =>
    distinct(chunks.flatMap((chunk, at) => (chunk.isExcluded === isExcluded ? termsOfChunk(chunk, at === last) : [])));
  return { wanted: terms(false), excluded: terms(true) };
}

function termsOfChunk(chunk: Chunk, isLast: boolean): Term[] {
  const terms = termsFolded(chunk, isLast, fold);
  const former = termsFolded(chunk, isLast, formerFold);
  if (former.length !== terms.length) return terms;
  return terms.map((term, at) => {
    const { tokens } = former[at]!;
    return tokens.join(' ') === term.tokens.join(' ') ? term : { ...term, former: tokens };
  });
}

function termsFolded({ text, isPhrase, isExcluded }: Chunk, isLast: boolean, foldWord: typeof fold): Term[] {
  const pieces = Array.from(text.matchAll(wordPattern)).flatMap(([word]) => splitWord(word, foldWord));
  if (isPhrase || isExcluded) return pieces.length === 0 ? [] : [phraseOf(pieces)];
  return pieces.flatMap((piece, at) => termsOfPiece(piece, isLast && at === pieces.length - 1));
}

/** A run of a script without spaces may go on: the last pair of characters contains the last one. */
function phraseOf(pieces: readonly Piece[]): Term {
  const before = pieces.slice(0, -1).flatMap(tokensOfPiece);
  const last = pieces.at(-1)!;
  const tokens = tokensOfPiece(last);
  const isCharacter = last.kind === 'spaceless' && tokens.length === 1;
  return {
    tokens: [...before, ...(last.kind === 'spaceless' && !isCharacter ? tokens.slice(0, -1) : tokens)],
    former: undefined,
    prefix: isCharacter ? 'character' : undefined,
    isEmoji: false,
  };
}

function termsOfPiece(piece: Piece, isLast: boolean): Term[] {
  if (piece.kind !== 'spaceless') {
    const isEmoji = piece.kind === 'emoji';
    const prefix = isLast && !isEmoji ? 'word' : undefined;
    return [{ tokens: tokensOfPiece(piece), former: undefined, prefix, isEmoji }];
  }
  const { tokens, ...term } = phraseOf([piece]);
  return tokens.map((token) => ({ ...term, tokens: [token] }));
}

function distinct(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [`${term.tokens.join(' ')}|${term.prefix ?? ''}`, term])).values()];
}
