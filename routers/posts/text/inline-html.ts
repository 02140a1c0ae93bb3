import { isInline } from './inline-tags.ts';
import type { Scan } from './inline-scan.ts';

const attribute = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
/** A tag of CommonMark 0.31, section 6.6. */
export const tagPattern = new RegExp(String.raw`<(/?)([a-z][a-z0-9-]*)((?:${attribute})*)\s*(/?)>`, 'iy');

/** A comment that does not end in its block is text on the site. An excerpt hides it, because its source may be cut. */
export function comment(_: RegExpExecArray, scan: Scan): string | null {
  // <!--> and <!---> are comments.
  const skipped = skipTo('-->', scan, scan.at - 2);
  if (skipped !== null || scan.options.omitted === undefined) return skipped;
  scan.at = scan.text.length;
  return '';
}

/** Skips what ends with these characters in the same block; null if they do not follow. */
export function skipTo(end: string, scan: Scan, from = scan.at): '' | null {
  const found = scan.next(end, from);
  if (found >= scan.blockEnd()) return null;
  scan.at = found + end.length;
  return '';
}

/** A tag that `tagPattern` has found. */
export function tag(found: RegExpExecArray, scan: Scan): string | null {
  const { 0: source, 1: slash, 2: name = '', 3: attributes = '', 4: empty, index } = found;
  // A tag ends in its block.
  if (source.includes('\n\n')) return null;
  const read = {
    name: name.toLowerCase(),
    isEnd: slash !== '',
    isEmpty: empty !== '',
    hasAttributes: attributes !== '',
    beginsLine: index === 0 || scan.text[index - 1] === '\n',
    source,
  };
  return scan.tags.read(read, (place) => scan.removeFrom(place));
}

/** At the beginning of a line, the tag of a block may have any attributes. */
export function looseTag({ 0: source, index }: RegExpExecArray, scan: Scan): string | null {
  const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9-]*)(?=[\s/>])/i.exec(source) ?? [];
  if (name === '' || isInline(name) || (index > 0 && scan.text[index - 1] !== '\n')) return null;
  const read = { isEnd: slash !== '', isEmpty: false, hasAttributes: true, beginsLine: true, source };
  return scan.tags.read({ ...read, name: name.toLowerCase() }, (place) => scan.removeFrom(place));
}
