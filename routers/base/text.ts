import { normalize } from '../../shared/normalize.ts';

/**
 * Cleans a text of a visitor, or a heading: no control characters (a tab becomes a space), no bidirectional overrides,
 * no lone surrogates, line ends as LF, trimmed, NFC.
 * @param options.lineFeeds false for single-line texts such as names, where line ends become spaces
 * @param options.composes false keeps the code points: no NFC
 */
export function cleanText(text: string, { lineFeeds, composes = true }: { lineFeeds: boolean; composes?: boolean }) {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ');
  const onLines = lineFeeds ? lines : lines.replace(/[\n\u2028\u2029]/g, ' ');
  const cleaned = withoutLoneSurrogates(onLines).replace(unwanted, '');
  return (composes ? normalize(cleaned) : cleaned).trim();
}

// Control characters except line feeds, and bidirectional overrides.
const unwanted = /[\0-\t\v-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Length in code points, the unit of all limits; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  if (!/[\ud800-\udfff]/.test(text)) return text.length;
  let pairs = 0;
  for (let at = 1; at < text.length; at++) {
    if (!isLow(text.charCodeAt(at)) || !isHigh(text.charCodeAt(at - 1))) continue;
    pairs++;
  }
  return text.length - pairs;
}

/** A text without a character at its end. `/x+$/` takes the square of the length of a run that is not at the end. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}

/** Escapes `& < > "` once: an entity in the text is escaped like any other text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A post's content without NUL and lone surrogates, which databases cannot store. */
export function storable(text: string): string {
  // Surrogates first: two halves separated by a NUL must not become a pair.
  return withoutLoneSurrogates(text).replaceAll('\0', '');
}

function withoutLoneSurrogates(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Cs}/gu, '');
}

/** Whether databases can store a text as it is. A name or id that they cannot store belongs to nothing. */
export function isStorable(text: string): boolean {
  return storable(text) === text;
}

/** Separates two fields that are searched as one text, so that no match spans both. */
export const FIELD_BOUNDARY = '\u001f';

/** The form in which texts are compared where marks count, such as by the spam filter. Both small sigmas become one. */
export function foldCase(text: string): string {
  return normalize(normalize(text).toLowerCase()).replaceAll('ς', 'σ');
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
