import type { TextPiece } from '../../shared/text-links.ts';

/**
 * A bare URL: a short form of the rule in `shared/address-end.ts`, which has no room in `embed.js`. It does not read square
 * and curly brackets, signs that join Hebrew or Armenian words, and user names.
 */
const address =
  /\b(https?:\/\/(?:[\w.:-]|(?<![a-z])[\p{L}\p{M}]|[à-ž])+(?:[/?#](?:[!#-;=?@_~\p{L}\p{M}\p{N}\p{So}]|[–’](?=\p{L}))*)?)/iu;

/** Splits a plain text into its bare URLs and what is between them. */
export function piecesOf(text: string): TextPiece[] {
  return text.split(address).flatMap((part, at) => {
    let url = part;
    let unopened = part.split(')').length - part.split('(').length;
    while (/[!*,.:;?_~']$/.test(url) || (url.endsWith(')') && unopened-- > 0)) url = url.slice(0, -1);
    const isLink = at % 2 > 0 && URL.canParse(url);
    return isLink ? [{ text: url, href: url }, { text: part.slice(url.length) }] : { text: part };
  });
}
