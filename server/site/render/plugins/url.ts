// All characters except those of a URL (URL Standard, "URL code points", and "#" and "%").
const invalid = /[^\w!$&'()*+,./:;=?@~#%\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{10FFFD}-]/gu;

/** Percent-encodes invalid characters in a URL; undefined if it is not a URL. */
export function encodeUrl(text: string): string | undefined {
  if (!URL.canParse(text, 'https://site.invalid/')) return undefined;
  const url = text.trim();
  // An invalid host fails in canParse.
  const [host = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i.exec(url) ?? [];
  const rest = url.slice(host.length);
  const [path = '', ...fragment] = rest.split('#');
  const whole = fragment.length > 0 ? `${path}#${fragment.join('%23')}` : path;
  return host + whole.replace(/%(?![\da-f]{2})/gi, '%25').replace(invalid, encode);
}

function encode(character: string): string {
  return character.isWellFormed() ? encodeURIComponent(character) : '%EF%BF%BD';
}
