/** How many lines of a comment a row shows at first; comments.css cuts there. */
const LINES = 6;
/**
 * How many letters fit into a line, of a wide window and of one up to 30em: rather too many than too few, so that what is
 * said to be cut really is.
 */
const WIDE = 92;
const NARROW = 52;
/** Letters that are as wide as two. */
const BROAD = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

/**
 * Whether a row shows the first lines of a text only: always, in narrow windows, or not at all. Told by the text itself,
 * since to measure rows while they come and go takes too long.
 */
export function cutOf(text: string): 'always' | 'narrow' | undefined {
  const widths = text.split('\n').map(widthOf);
  if (linesOf(widths, WIDE) > LINES) return 'always';
  return linesOf(widths, NARROW) > LINES ? 'narrow' : undefined;
}

function widthOf(line: string): number {
  return line.length + (line.match(BROAD)?.length ?? 0);
}

function linesOf(widths: readonly number[], perLine: number): number {
  return widths.reduce((lines, width) => lines + Math.max(1, Math.ceil(width / perLine)), 0);
}
