import { fieldError } from '../errors.ts';
import { hasCredentials } from '../url-credentials.ts';

/** The error for a cover whose URL contains a password, which all readers would see. */
export const COVER_WITH_PASSWORD =
  'The URL of the cover must not hold a user name or password, which every reader could see; remove the part before "@".';

/**
 * Whether a cover would disclose a user name or password. A cover that the post already has, from an earlier version,
 * may be sent back unchanged.
 *
 * @param known the covers of the post and of its working copy
 */
export function revealsPassword(cover: string | undefined, known: readonly string[]): boolean {
  return cover !== undefined && !known.includes(cover) && hasCredentials(cover);
}

/**
 * Rejects such a cover.
 *
 * @param path the field with the cover
 * @throws BAD_REQUEST
 */
export function checkCover(cover: string | undefined, known: readonly string[], path = 'cover'): void {
  if (revealsPassword(cover, known)) throw fieldError(path, COVER_WITH_PASSWORD);
}
