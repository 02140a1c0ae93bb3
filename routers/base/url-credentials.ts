/**
 * Whether a URL contains a user name or a password, as in `https://user:password@host/`, which all readers of a page
 * could see.
 *
 * @param url a URL, or a path, which never has credentials
 */
export function hasCredentials(url: string): boolean {
  if (!URL.canParse(url, 'http://path')) return false;
  const { username, password } = new URL(url, 'http://path');
  return username !== '' || password !== '';
}

/** What is wrong with a public URL that has some. */
export const REVEALS_CREDENTIALS =
  'must not contain a user name or password, which every reader could see; remove the part before "@"';
