import { fieldError } from '../errors.ts';
import { hasCredentials } from '../url-credentials.ts';

const WITH_PASSWORD =
  'The URL of the cover must not hold a user name or password, which every reader could see; remove the part before "@".';

/** What the field accepts as well: paths to another host, a query or a fragment alone, and URLs without a host. */
const NO_ADDRESS = /^(?:\/\/|[?#]|https?:(?!\/\/[^/]))/i;

/**
 * Says what is wrong with a cover: it would disclose a user name or password, or is neither an http or https URL nor a
 * path. A cover that the post already has, from an earlier version, may be sent back unchanged.
 *
 * @param known the covers of the post and of its working copy
 * @param path the field with the cover
 */
export function coverProblem(cover: string | undefined, known: readonly string[], path = 'cover'): string | null {
  if (cover === undefined || known.includes(cover)) return null;
  if (NO_ADDRESS.test(cover)) return `"${path}" must be an http or https address or a path.`;
  return hasCredentials(cover) ? WITH_PASSWORD : null;
}

/**
 * Rejects such a cover.
 *
 * @throws BAD_REQUEST
 */
export function checkCover(cover: string | undefined, known: readonly string[], path = 'cover'): void {
  const problem = coverProblem(cover, known, path);
  if (problem !== null) throw fieldError(path, problem);
}
