/**
 * Whether a link's text is its own URL, so that print need not repeat the URL. The text may omit the scheme and may spell
 * out characters that the URL percent-encodes.
 */
export function isBareUrl(text: string, href: string): boolean {
  if (!/^https?:/i.test(href)) return false;
  const whole = /^https?:/i.test(text) ? text : `${href.split('/', 1)[0]}//${text}`;
  return URL.canParse(whole) && URL.canParse(href) && new URL(whole).href === new URL(href).href;
}
