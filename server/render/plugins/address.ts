// All but the characters of which an address consists (URL Standard, "URL code points", and "#" and "%").
const foreign = /[^\w!$&'()*+,./:;=?@~#%\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{10FFFD}-]/gu;

/** An address with everything encoded that asks for it; undefined when it cannot be one. */
export function tidyAddress(address: string): string | undefined {
  if (!URL.canParse(address, 'https://site.invalid/')) return undefined;
  const [, host = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*|\/\/[^/?#]*)?(.*)$/is.exec(address.trim()) ?? [];
  // A host is as it should be, or the address were none.
  const [path = '', ...fragment] = rest.split('#');
  const whole = fragment.length > 0 ? `${path}#${fragment.join('%23')}` : path;
  return host + whole.replace(/%(?![\da-f]{2})/gi, '%25').replace(foreign, encode);
}

function encode(character: string): string {
  return character.isWellFormed() ? encodeURIComponent(character) : '%EF%BF%BD';
}
