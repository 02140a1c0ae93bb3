import { normalize } from './normalize.ts';

/**
 * Whether a text shows nothing: only white space, control and format characters, combining marks without a base letter,
 * and letters that are blank by design (Braille pattern blank, null notehead, fillers).
 */
export function isInvisible(text: string): boolean {
  return !visible.test(text);
}

/**
 * Removes the default-ignorable code points: zero-width spaces and joiners, variation selectors, fillers, tags. For
 * comparison only, since emoji and several scripts need them.
 */
export function withoutIgnorable(text: string): string {
  return normalize(text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '')).trim();
}

// Not all of \p{Cf} and \p{Cn}: Arabic number signs are format characters, and next year's emoji are still unassigned.
const visible =
  /[^\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Z}\p{Cc}\p{Cs}\p{M}\u2800\uFFF9-\uFFFC\u{13430}-\u{1343F}\u{1D159}]/u;
