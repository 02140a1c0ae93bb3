import { fieldError } from '../errors.ts';
import { hasCredentials } from '../url-credentials.ts';

/** What is wrong with a cover that tells every reader a password. */
export const COVER_WITH_PASSWORD =
  'The URL of the cover must not hold a user name or password, which every reader could see; remove the part before "@".';

/**
 * Whether a cover would tell readers a user name or password. One that the post has already, from an earlier release, may
 * be sent back unchanged.
 *
 * @param known the covers that the post has, or has in its working copy
 */
export function revealsPassword(cover: string | undefined, known: readonly string[]): boolean {
  return cover !== undefined && !known.includes(cover) && hasCredentials(cover);
}

/**
 * Refuses such a cover.
 *
 * @param path the field that brought it
 * @throws BAD_REQUEST
 */
export function checkCover(cover: string | undefined, known: readonly string[], path = 'cover'): void {
  if (revealsPassword(cover, known)) throw fieldError(path, COVER_WITH_PASSWORD);
}
