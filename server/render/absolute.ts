import { escapeHtml } from '../../routers/text.ts';

// A whole tag as the renderer writes it. In its text every "<" is an entity, in its values every quote.
const tag = /<[a-z][a-z0-9]*(?: [a-z-]+(?:="[^"]*")?)*>/g;
const address = / (href|src)="([^"]*)"/g;

/**
 * Makes the addresses in rendered Markdown absolute, for readers that see it elsewhere.
 *
 * @param html as the renderer writes it, and nothing else
 * @param page the address of the page on which it stands
 */
export function absolute(html: string, page: string): string {
  return html.replace(tag, (whole) =>
    whole.replace(address, (same, name: string, value: string) => {
      const text = decoded(value);
      return URL.canParse(text, page) ? ` ${name}="${escapeHtml(new URL(text, page).href)}"` : same;
    }),
  );
}

function decoded(value: string): string {
  return value.replace(/&#x([0-9A-F]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
