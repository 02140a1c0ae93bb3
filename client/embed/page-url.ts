/**
 * The address of the page whose comments are shown.
 *
 * @param given that of the attribute `url`, which may be relative; default: the canonical address of this page if it is on
 *   the same origin, else its location
 */
export function pageUrl(given = ''): string {
  const { href, origin } = location;
  if (given !== '') return URL.parse(given, href)?.href ?? given;
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return canonical && URL.parse(canonical)?.origin === origin ? canonical : href;
}
