import { addressesIn } from './address-end.ts';

/** A piece of a text; `href` if it is a link. */
export interface TextPiece {
  text: string;
  href?: string;
}

/** Splits a plain text into its bare addresses and what is between them. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const [start, end] of addressesIn(text)) {
    if (start > done) pieces.push({ text: text.slice(done, start) });
    const url = text.slice(start, end);
    pieces.push({ text: url, href: new URL(url).href });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}
