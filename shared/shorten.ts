const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Scripts without spaces between words, whose texts may be cut between any characters. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The start of a text: as many whole graphemes as fit, such as emoji of several code points and letters with their
 * marks. Takes linear time. A grapheme that is longer than the limit ends it.
 *
 * @param max length in code points
 */
export function truncate(text: string, max: number): string {
  return text.length <= max ? text : graphemesWithin(text, max).join('');
}

/**
 * A text of at most `max` code points. A longer one is cut between graphemes, at the end of a word if one ends in the
 * second half, and ends in "…". It is "" if its first grapheme does not fit.
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const graphemes = graphemesWithin(text, max);
  const whole = graphemes.join('');
  if (whole.length === text.length) return text;
  // Without room for "…", the last one goes.
  if (Array.from(whole).length < max) graphemes.push(text.charAt(whole.length));
  const end = wordEndIn(graphemes) ?? graphemes.length - 1;
  const start = graphemes
    .slice(0, end)
    .join('')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '');
  return start === '' ? '' : `${start}…`;
}

/** The start of a text that is longer than `end`, up to the last space or the last grapheme before that index. */
export function withoutPartialGrapheme(text: string, end: number): string {
  const space = text.lastIndexOf(' ', end);
  if (space > end / 2) return text.slice(0, space);
  return text.slice(0, segmenter.segment(text).containing(end)?.index);
}

/** Whether a text may be cut between these two characters. */
export function isWordEnd(before: string, after: string): boolean {
  if (/^[\p{M}\u200d]/u.test(after) || before.endsWith('\u200d')) return false;
  return /\s/.test(before + after) || spaceless.test(before) || spaceless.test(after);
}

function graphemesWithin(text: string, max: number): string[] {
  const graphemes: string[] = [];
  let length = 0;
  for (const { segment } of segmenter.segment(text)) {
    // Each code point has one or two code units.
    length += segment.length > 2 * max ? Infinity : Array.from(segment).length;
    if (length > max) break;
    graphemes.push(segment);
  }
  return graphemes;
}

/** The number of graphemes up to the last end of a word in the second half; the last grapheme is not part of it. */
function wordEndIn(graphemes: readonly string[]): number | undefined {
  for (let end = graphemes.length - 1; end > graphemes.length / 2; end--) {
    if (isWordEnd(graphemes[end - 1]!, graphemes[end]!)) return end;
  }
  return undefined;
}
