/**
 * Replaces the shortcodes of WordPress that have a form in HTML: captions, galleries, players and embeds.
 *
 * @param imageOf the URL of an attachment by its number
 * @returns the HTML, and the names of the shortcodes that remain as text
 */
export function withoutShortcodes(
  html: string,
  imageOf: (id: string) => string | undefined,
): { html: string; left: string[] } {
  const replaced = html
    .replace(
      /\[caption\b((?:(?!\[caption\b)[^\]])*)\]((?:(?!\[caption\b)[^])*?)\[\/caption\]/g,
      (_all, attributes: string, inner: string) => {
        const [image = '', rest = ''] =
          /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([^]*)$/.exec(inner)?.slice(1) ?? [];
        const caption = rest.trim() || (/caption="([^"]*)"/.exec(attributes)?.[1] ?? '');
        return image === '' ? inner : `\n\n<figure>${image}<figcaption>${caption}</figcaption></figure>\n\n`;
      },
    )
    .replace(/\[gallery\b((?:(?!\[gallery\b)[^\]])*)\]/g, (all, attributes: string) => {
      const ids = /\b(?:ids|include)=["']?([\d,\s]+)/.exec(attributes)?.[1]?.split(',') ?? [];
      const urls = ids.map((id) => imageOf(id.trim())).filter((url) => url !== undefined);
      return urls.length === 0 ? all : `\n\n${urls.map((url) => `<img src="${url}" alt="">`).join('\n')}\n\n`;
    })
    .replace(/\[embed\b[^[\]]*\]\s*([^\s[\]"<>]+)\s*\[\/embed\]/g, '\n\n<a href="$1">$1</a>\n\n')
    .replace(/\[(audio|video)\b([^[\]]*)\](?:\[\/(?:audio|video)\])?/g, (all, player: string, attributes: string) => {
      const [, url] = /\b(?:src|mp3|mp4|m4a|webm|ogg)="([^"]+)"/.exec(attributes) ?? [];
      return url === undefined ? all : `\n\n<${player} controls src="${url}"></${player}>\n\n`;
    });
  const left = [...replaced.matchAll(/(?<!\[)\[([a-z][a-z0-9_-]{2,30})(?:\s([^[\]\n]*))?\](?!\(|\])/g)];
  // In brackets without an attribute, there are words.
  const named = left.filter(([, , attributes]) => attributes === undefined || attributes.includes('='));
  return { html: replaced, left: [...new Set(named.map(([, name = '']) => name))] };
}
