/**
 * Whether a URL has a user name or a password in it, as in `https://user:password@host/`. Every reader of a page could
 * read them there.
 *
 * @param url a URL, or a path, which never has any
 */
export function hasCredentials(url: string): boolean {
  if (!URL.canParse(url, 'http://path')) return false;
  const { username, password } = new URL(url, 'http://path');
  return username !== '' || password !== '';
}
