/** A link as the renderer writes it, with nothing but text in it. */
const link = /<a (href="(https?:[^"]*)"[^>]*)>([^<]*)<\/a>/g;

/** Marks links whose text is their address, which would stand on paper twice. */
export function markBareLinks(html: string): string {
  return html.replaceAll(link, (written, attributes: string, href: string, text: string) =>
    isAddress(text, href) ? `<a class="bare" ${attributes}>${text}</a>` : written,
  );
}

/** Also without its scheme, and with letters that the address itself has in percent-encoding. Both are escaped alike. */
function isAddress(text: string, href: string): boolean {
  const whole = /^https?:/i.test(text) ? text : `${href.split('/', 1)[0]}//${text}`;
  return URL.canParse(whole) && URL.canParse(href) && new URL(whole).href === new URL(href).href;
}
