import { postLengths } from './lengths.ts';
import { normalize } from './normalize.ts';

/** The format of a post's id after `foldId`: 1 to 80 visible code points. */
export const idPattern = new RegExp(
  String.raw`^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}-]){1,${postLengths.id}}$`,
  'u',
);

/** Normalizes an id to the form in which ids are stored and compared: NFC, lower case. Check it with `idPattern`. */
export function foldId(id: string): string {
  return normalize(normalize(id).toLowerCase());
}

/** The canonical form of an id; "", which no post and no author has, for an impossible one. */
export function canonicalId(id: string): string {
  const folded = foldId(id);
  return idPattern.test(folded) ? folded : '';
}
