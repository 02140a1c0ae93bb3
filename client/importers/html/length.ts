import { postFields } from '../../../shared/post-fields.ts';
import { Unfit } from '../unfit.ts';

/** The longest text in characters that is converted: HTML with four times the characters of a post has too many. */
const LONGEST = 4 * postFields.content.max;

/** @throws Unfit for a text that is too long to be converted */
export function checkLength(text: string): void {
  if (text.length <= LONGEST) return;
  const [long, most] = [text.length, postFields.content.max].map((count) => count.toLocaleString('en'));
  throw new Unfit(`Its text has ${long} characters, and a post has at most ${most}: split or shorten it.`);
}
