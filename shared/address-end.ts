/**
 * Where a bare address (`https://…`, `www.…`) that begins at a place of a plain text ends: before white space, `<`, and
 * punctuation that RFC 3986 does not allow in URLs, such as `。`, `（`, `”`, `—`, `…` and `،`. Letters of every script
 * belong to it, and so do a hyphen, an en dash and ’ between two of them in its path. ASCII punctuation at its end and a
 * closing bracket without its opening one do not, as in GitHub Flavored Markdown.
 *
 * @returns the index behind its last character; `from` if there is no address
 */
export function addressEnd(text: string, from: number): number {
  const read = text.slice(from, readEnd(text, from));
  const end = from + withoutTrail(withoutClosingMarks(read, text.slice(Math.max(0, from - 3), from))).length;
  return isAddress(text.slice(from, end)) ? end : from;
}

/**
 * The bare http and https addresses in a plain text, in order: the beginning and the end of each.
 *
 * @param begin what they begin with
 */
export function addressesIn(text: string, begin = /(?<![a-z])https?:\/\//gi): [start: number, end: number][] {
  const places: [number, number][] = [];
  const scheme = new RegExp(begin);
  for (let found = scheme.exec(text); found; found = scheme.exec(text)) {
    const read = readEnd(text, found.index);
    const end = addressEnd(text.slice(0, read), found.index);
    if (end > found.index) places.push([found.index, end]);
    // What is no address is not read again, which would take quadratic time.
    scheme.lastIndex = end > found.index ? end : Math.max(read, scheme.lastIndex);
  }
  return places;
}

const BEGIN = /^https?:\/\//i;

/** Where reading an address ends, with the punctuation at its end. */
function readEnd(text: string, from: number): number {
  let end = from + (BEGIN.exec(text.slice(from, from + 8))?.[0].length ?? 0);
  const takes = addressReader();
  while (end < text.length) {
    const character = String.fromCodePoint(text.codePointAt(end)!);
    if (!takes(character)) break;
    end += character.length;
  }
  return end;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Characters of a host; no label has Latin letters before others: 见https://a.example后 */
const HOST = /(?:[\w:@%.~-]|(?<![a-z])[\p{L}\p{M}\p{N}\p{Join_Control}]|\p{Script=Latin})$/iu;
/** Hyphens, the en dash and the apostrophe. */
const JOINER = /[\u058A\u05BE\u2010\u2011\u2013\u2019]/;
/** White space, invisible signs, and punctuation outside of RFC 3986; of the full-width forms all signs. */
const OUTSIDE = /[\s<>"`＄＋＜-＞＾｀｜～\p{Cc}\p{Cs}]|(?![!-~\p{Join_Control}])[\p{P}\p{Cf}]/u;

/**
 * Reads the characters of an address behind `https://`, one after the other.
 *
 * @returns whether it takes a character; not to be called again once it does not
 */
export function addressReader(): (character: string) => boolean {
  let before = '';
  let isPort = false;
  let isPath = false;
  let [squares, braces] = [0, 0];
  return (character) => {
    const last = before;
    before = character;
    if (!isPath) {
      isPath = /[/?#]/.test(character);
      isPort ||= character === ':';
      return isPath || (isPort ? /[\w:@%.~-]/ : HOST).test(isPort ? character : last + character);
    }
    if (JOINER.test(character)) return LETTER.test(last);
    // Strong emphasis ends, which may contain text before the address.
    if (character === '*' && last === '*') return false;
    if ((JOINER.test(last) && !LETTER.test(character)) || OUTSIDE.test(character)) return false;
    squares += Number(character === '[') - Number(character === ']');
    braces += Number(character === '{') - Number(character === '}');
    return squares >= 0 && braces >= 0;
  };
}

/**
 * What was read, up to the marks that close emphasis which begins right before it: `**https://a.example/b**后`.
 *
 * @param before ends with these marks
 */
export function withoutClosingMarks(address: string, before: string): string {
  const [marks = ''] = /(?:\*{1,3}|~~|==)$/.exec(before) ?? [];
  const end = marks === '' ? -1 : address.indexOf(marks);
  return end < 0 ? address : address.slice(0, end);
}

/** What is behind an address, not in it; of brackets only those without an opening one. */
export function withoutTrail(address: string): string {
  let end = address.length;
  let unopened = address.split(')').length - address.split('(').length;
  for (;;) {
    const last = address[end - 1] ?? '';
    if (last === ')' && unopened-- <= 0) break;
    if (last === ';') end = entityStart(address, end - 1);
    else if (last !== '' && (/[?!.,:*_~')\\]/.test(last) || JOINER.test(last))) end--;
    else break;
  }
  return address.slice(0, end);
}

/** Where a character reference such as `&amp;` begins that ends with a semicolon; where that stands if there is none. */
function entityStart(text: string, semicolon: number): number {
  let at = semicolon - 1;
  while (/[\da-z]/i.test(text[at] ?? '')) at--;
  return text[at] === '&' && at < semicolon - 1 ? at : semicolon;
}

/** Whether it is a whole address: with a host, in whose last two labels GitHub Flavored Markdown allows no underscore. */
export function isAddress(address: string): boolean {
  const isWww = /^www\./i.test(address);
  if (!isWww && !BEGIN.test(address)) return false;
  const [host = ''] = address.replace(BEGIN, '').split(/[/?#]/, 1);
  if (!LETTER.test(host[0] ?? '') && !/^[\u{10000}-\u{10FFFF}]/u.test(host)) return false;
  if (host.split('.').slice(-2).join('').includes('_')) return false;
  return (!isWww || host.length > 4) && URL.canParse(isWww ? `https://${address}` : address);
}
