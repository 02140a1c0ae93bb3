/** The signs that a comment may have, in any language. */
export const signNames = [
  'link',
  'domain',
  'email',
  'phone',
  'messenger',
  'no-contact',
  'price',
  'question',
  'code',
] as const;
export type SignName = (typeof signNames)[number];

/** Begins a sign among words. */
export const SIGN = 'has:';
export const NO_CONTACT = `${SIGN}no-contact`;

/** Ways to reach the writer or a site, in folded text. None scans the same characters from each of them. */
const contacts: Partial<Record<SignName, RegExp>> = {
  email: /[\p{L}\p{N}._+-]@[\p{L}\p{N}-]+\.[\p{L}\p{N}-]/u,
  link: /https?:\/\/|\bwww\./,
  domain: /(?<![\p{L}\p{N}@./-])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.[a-z]{2,}(?![\p{L}\p{N}(])/u,
  phone: /(?:\+|\b00)\d[\d ().-]{6,}\d/,
  messenger: /whats ?app|telegram|\bt\.me\/|\bviber\b|\bskype\b|wechat|微信|\bqq|line ?(?:id|追加|登録|はこちら)/,
};

const code = /`[^`]+`/g;
const price = /[$€£¥]\s?\d|\d\s?(?:[$€£¥%%]|(?:usd|eur|euros?|dollars?)\b|[元円万])/;

/**
 * The signs in a comment: how its writer can be reached, and what else tells a question from an offer. Code is no sign
 * of a site.
 *
 * @param folded by `foldCase`
 */
export function findSigns(folded: string): SignName[] {
  const text = folded.replaceAll(code, ' ');
  const found = Object.entries(contacts).flatMap(([name, pattern]) => (pattern.test(text) ? [name as SignName] : []));
  if (found.length === 0) found.push('no-contact');
  if (price.test(text)) found.push('price');
  if (/[?？]/.test(text)) found.push('question');
  if (text.length < folded.length) found.push('code');
  return found;
}
