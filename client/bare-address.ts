/**
 * Whether a link's text is its address, so that paper need not show it twice. Also without its scheme, and with letters
 * that the address itself has in percent-encoding.
 */
export function isBareAddress(text: string, href: string): boolean {
  if (!/^https?:/i.test(href)) return false;
  const whole = /^https?:/i.test(text) ? text : `${href.split('/', 1)[0]}//${text}`;
  return URL.canParse(whole) && URL.canParse(href) && new URL(whole).href === new URL(href).href;
}
