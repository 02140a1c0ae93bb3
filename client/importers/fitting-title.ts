import { postFields } from '../../shared/post-fields.ts';
import { shorten } from '../../shared/shorten.ts';

/** The part of a title that a report has. */
const REPORTED = 1000;

/** A title that a post may have, and a note with the original one if it is too long. */
export function fittingTitle(title: string): { title: string; notes: string[] } {
  const cut = shorten(title, postFields.title.max);
  return { title: cut, notes: cut === title ? [] : [`Its title is cut; it was: ${shorten(title, REPORTED)}`] };
}
