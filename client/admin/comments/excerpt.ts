import { shorten } from '../../../shared/shorten.ts';

/** The maximum length in characters. */
const MAX_LENGTH = 100;

/** The beginning of a text on one line. */
export function commentExcerpt(text: string): string {
  return shorten(text.trim().replace(/\s+/g, ' '), MAX_LENGTH);
}
