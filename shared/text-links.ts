/** A piece of a text; `href` if it is a link. */
export interface TextPiece {
  text: string;
  href?: string;
}

/** Splits a plain text into URLs and what is between them. Punctuation after a URL is not part of it. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]{1,2000}/gi)) {
    const url = withoutPunctuation(found);
    if (!URL.canParse(url)) continue;
    if (index > done) pieces.push({ text: text.slice(done, index) });
    pieces.push({ text: url, href: new URL(url).href });
    done = index + url.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}

/** A closing bracket is part of a URL that has its opening one. */
function withoutPunctuation(found: string): string {
  let unopened = found.split(')').length - found.split('(').length;
  let end = found.length;
  for (; /[.,:;!?'*_~)\]}]/.test(found[end - 1]!); end--) {
    if (found[end - 1] === ')' && unopened-- <= 0) break;
  }
  return found.slice(0, end);
}
