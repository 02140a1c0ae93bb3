/** Whether a text is an http or https URL, or a path; "" is. */
export function isUrlOrPath(text: string): boolean {
  if (text === '') return true;
  // eslint-disable-next-line no-control-regex -- characters that browsers strip from URLs
  if (/[\p{Cs}\u0000-\u0020\\\u007f]/u.test(text)) return false;
  return URL.canParse(text, 'http://path') && /^https?:$/.test(new URL(text, 'http://path').protocol);
}

/** Whether a text can be the target of a link in a menu: an http, https or mailto URL, or a path; "" is. */
export function isLinkTarget(text: string): boolean {
  return isUrlOrPath(text) || /^mailto:[^\s@?]+@[^\s@?]+$/i.test(text);
}

/** Whether a text is an absolute http or https URL without a password. */
export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isUrlOrPath(text) && !hasCredentials(text);
}

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
