import { fieldError } from '../base/errors.ts';
import { hasCredentials } from '../../shared/link-targets.ts';

const WITH_PASSWORD =
  'The URL of the cover must not hold a user name or password, which every reader could see; remove the part before "@".';

/** Other values that the field accepts: paths to another host, a query or a fragment alone, and URLs without a host. */
const NO_ADDRESS = /^(?:\/\/|[?#]|https?:(?!\/\/[^/]))/i;

/**
 * Says whether a cover would disclose a user name or password. Imports accept all others, as earlier versions did.
 *
 * @param known covers that may be stored again unchanged, from an earlier version
 */
export function disclosureBy(cover: string | undefined, known: readonly string[]): string | null {
  return cover !== undefined && !known.includes(cover) && hasCredentials(cover) ? WITH_PASSWORD : null;
}

/**
 * Rejects a cover that would disclose a user name or password, or is neither an http or https URL nor a path.
 *
 * @param known covers that may be stored again unchanged, from an earlier version
 * @param path the field with the cover
 * @throws BAD_REQUEST
 */
export function checkCover(cover: string | undefined, known: readonly string[], path = 'cover'): void {
  if (cover === undefined || known.includes(cover)) return;
  if (NO_ADDRESS.test(cover)) throw fieldError(path, `"${path}" must be an http or https address or a path.`);
  const problem = disclosureBy(cover, known);
  if (problem !== null) throw fieldError(path, problem);
}
