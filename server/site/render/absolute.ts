import { atSite } from '../../../shared/site-address.ts';
import { escapeHtml } from '../../../routers/base/text.ts';

// A tag as the renderer serialises it, which escapes every "<" in text and every quote in values.
const tag = /<[a-z][a-z0-9]*(?: [a-z-]+(?:="[^"]*")?)*>/g;
const urlAttribute = / (href|src)="([^"]*)"/g;

/**
 * Makes the URLs in rendered Markdown absolute, for feeds.
 *
 * @param html the output of the renderer
 * @param page the URL of its page
 * @param sitePath the path of the site, where URLs that begin with a slash begin
 */
export function absolute(html: string, page: string, sitePath = ''): string {
  return html.replace(tag, (whole) =>
    whole.replace(urlAttribute, (same, name: string, value: string) => {
      const text = atSite(sitePath, decoded(value));
      return URL.canParse(text, page) ? ` ${name}="${escapeHtml(new URL(text, page).href)}"` : same;
    }),
  );
}

function decoded(value: string): string {
  return value.replace(/&#x([0-9A-F]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
