/** The number of lines that a row shows at first, as in comments.css. */
const MAX_LINES = 6;
/**
 * Characters per line in wide windows and in windows up to 30em. Upper estimates, so that only texts that are really
 * too long are truncated.
 */
const WIDE_CHARACTERS = 92;
const NARROW_CHARACTERS = 52;
/** Full-width characters, which count twice. */
const FULL_WIDTH = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

/**
 * Whether a row truncates a text: always, in narrow windows, or never. Estimated from the text, because measuring rows
 * while scrolling is too slow.
 */
export function findTruncation(text: string): 'always' | 'narrow' | undefined {
  const widths = text.split('\n').map(widthOf);
  if (linesOf(widths, WIDE_CHARACTERS) > MAX_LINES) return 'always';
  return linesOf(widths, NARROW_CHARACTERS) > MAX_LINES ? 'narrow' : undefined;
}

function widthOf(line: string): number {
  return line.length + (line.match(FULL_WIDTH)?.length ?? 0);
}

function linesOf(widths: readonly number[], perLine: number): number {
  return widths.reduce((lines, width) => lines + Math.max(1, Math.ceil(width / perLine)), 0);
}
