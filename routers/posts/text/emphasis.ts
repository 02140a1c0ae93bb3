import type { LongList } from './long-list.ts';

const SIGNS = '*_~=';
/** Classes of openers: the sign, whether it may close too, and its length modulo 3. */
const CLASSES = 4 * 2 * 3;
const MARK = /[\p{M}\u200d]/u;
const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const LATIN = /[\p{Script=Latin}\p{N}]/u;
/** Characters of Chinese, Japanese and Korean, whose texts have no spaces around emphasis. */
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/u;

/** What a sign may do. */
interface Sides {
  opens: boolean;
  closes: boolean;
}

/**
 * Takes the marks of emphasis off: the pairs of `*`, `_`, `~` and `==` in a block, by the rules of CommonMark 0.31, GFM and
 * remark-cjk-friendly. Signs without a partner are text. Linear: no search goes below one that found nothing.
 */
export class Emphasis {
  readonly #out: LongList<string>;
  /** The signs that may begin emphasis, as numbers: the index in `out`, and the class. */
  readonly #open: LongList<number>;
  readonly #bottoms = Array.from({ length: CLASSES }, () => 0);

  /** @param open an empty list */
  constructor(out: LongList<string>, open: LongList<number>) {
    this.#out = out;
    this.#open = open;
  }

  /** Begins another block. */
  reset(): void {
    if (this.#open.length > 0) this.#shorten(0);
  }

  /** Forgets what has been removed from the end of `out`. */
  truncate(length: number): void {
    while (this.#open.length > 0 && this.#placeAt(this.#open.length - 1) >= length) this.#open.pop();
    this.#shorten(this.#open.length);
  }

  /**
   * @param marks all equal signs at this place
   * @returns the signs that are not known to be marks; the next element of `out`
   */
  read(marks: string, before: string, after: string): string {
    const sign = marks.charAt(0);
    const { opens, closes } = sidesOf(marks, before, after);
    let left = marks;
    for (let used = closes ? 1 : 0; used > 0 && left !== '';) {
      used = this.#close(left, opens, marks.length);
      left = left.slice(used);
    }
    if (opens && left !== '') {
      const kind = signClass(sign, closes, marks.length);
      this.#open.push(this.#out.length * CLASSES + kind);
    }
    return left;
  }

  /** Joins signs with those that opened. @returns how many of them */
  #close(marks: string, opens: boolean, length: number): number {
    const sign = marks.charAt(0);
    const closing = signClass(sign, opens, length);
    for (let at = this.#open.length - 1; at >= this.#bottoms[closing]!; at--) {
      if (!isPair(this.#open.get(at)! % CLASSES, closing)) continue;
      const place = this.#placeAt(at);
      const opener = this.#out.get(place)!;
      if ((sign === '~' || sign === '=') && opener.length !== marks.length) continue;
      const used = sign === '~' || sign === '=' ? marks.length : opener.length > 1 && marks.length > 1 ? 2 : 1;
      this.#out.set(place, opener.slice(used));
      this.#shorten(opener.length === used ? at : at + 1);
      return used;
    }
    this.#bottoms[closing] = this.#open.length;
    return 0;
  }

  #placeAt(at: number): number {
    return Math.floor(this.#open.get(at)! / CLASSES);
  }

  #shorten(length: number): void {
    this.#open.length = length;
    for (const [at, bottom] of this.#bottoms.entries()) if (bottom > length) this.#bottoms[at] = length;
  }
}

function signClass(sign: string, isBoth: boolean, length: number): number {
  return SIGNS.indexOf(sign) * 6 + (isBoth ? 3 : 0) + (sign === '~' ? length : length % 3);
}

/** CommonMark 0.31, rules 9 and 10 of emphasis; `~` and `~~` match their like. */
function isPair(opening: number, closing: number): boolean {
  const sign = Math.floor(opening / 6);
  if (sign !== Math.floor(closing / 6)) return false;
  const [first, second] = [opening % 3, closing % 3];
  if (sign > 1) return first === second;
  const isBoth = opening % 6 > 2 || closing % 6 > 2;
  return !isBoth || (first + second) % 3 !== 0 || (first === 0 && second === 0);
}

function sidesOf(marks: string, before: string, after: string): Sides {
  const sign = marks.charAt(0);
  const isText = MARK.test(after) || (sign === '~' && marks.length > 2) || (sign === '=' && marks.length !== 2);
  if (isText || (sign === '=' && LATIN.test(before) && LATIN.test(after))) return { opens: false, closes: false };
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)];
  const [cjkBefore, cjkAfter] = [CJK.test(before), CJK.test(after)];
  const [signBefore, signAfter] = [PUNCTUATION.test(before), PUNCTUATION.test(after)];
  const opens = !spaceAfter && (!signAfter || cjkAfter || spaceBefore || signBefore || cjkBefore);
  const closes = !spaceBefore && (!signBefore || cjkBefore || spaceAfter || signAfter || cjkAfter);
  if (sign !== '_') return { opens, closes };
  return { opens: opens && (!closes || signBefore), closes: closes && (!opens || signAfter) };
}

function isSpace(character: string): boolean {
  return character === '' || SPACE.test(character);
}
