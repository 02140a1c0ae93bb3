/** A file of a blog, as its gallery shows it. */
export interface Picture {
  url: string;
  alt: string;
  /** HTML. */
  caption: string;
}

/** The pictures to which shortcodes refer by number. */
export interface PicturesOfPost {
  /** An attachment by its number: its URL, or with its texts. */
  imageOf: (id: string) => string | Picture | undefined;
  /** The pictures that were uploaded to a post, in order; without a number to this one. */
  uploadedTo?: (post: string | undefined) => (Picture & { id: string })[];
}

/** Shortcodes with a URL of what they show. */
const EMBEDS =
  /\[(?:youtube|vimeo|dailymotion|soundcloud|spotify|ted|tweet|twitter|instagram|googlemaps|flickr|gist|facebook|tiktok)[\s=]([^[\]]*)\]/g;

/**
 * Replaces the shortcodes of WordPress that have a form in HTML: captions, galleries, players and embeds.
 *
 * @returns the HTML, and the names of the shortcodes that remain as text
 */
export function withoutShortcodes(
  html: string,
  pictures: PicturesOfPost['imageOf'] | PicturesOfPost,
): { html: string; left: string[] } {
  if (!html.includes('[')) return { html, left: [] };
  const known = typeof pictures === 'function' ? { imageOf: pictures } : pictures;
  const replaced = html
    .replace(
      /\[((?:wp_)?caption)\b((?:(?!\[(?:wp_)?caption\b)[^\]])*)\]((?:(?!\[(?:wp_)?caption\b)[^])*?)\[\/\1\]/g,
      (_all, _name, attributes: string, inner: string) => {
        const [image = '', rest = ''] =
          /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([^]*)$/.exec(inner)?.slice(1) ?? [];
        const caption = rest.trim() || (/caption="([^"]*)"/.exec(attributes)?.[1] ?? '');
        return image === '' ? inner : `\n\n<figure>${image}<figcaption>${caption}</figcaption></figure>\n\n`;
      },
    )
    .replace(/\[gallery\b((?:(?!\[gallery\b)[^\]])*)\]/g, (all, attributes: string) => {
      const items = picturesIn(attributes, known).map(figureOf);
      return items.length === 0 ? all : `\n\n<div class="wp-block-gallery">${items.join('\n')}</div>\n\n`;
    })
    .replace(/\[playlist\b((?:(?!\[playlist\b)[^\]])*)\]/g, (all, attributes: string) => {
      const player = attributeIn(attributes, 'type') === 'video' ? 'video' : 'audio';
      const files = picturesIn(attributes, { imageOf: known.imageOf });
      return files.length === 0 ? all : `\n\n${files.map(({ url }) => playerOf(player, url)).join('\n\n')}\n\n`;
    })
    .replace(/\[embed\b[^[\]]*\]\s*([^\s[\]"<>]+)\s*\[\/embed\]/g, '\n\n<a href="$1">$1</a>\n\n')
    .replace(EMBEDS, (all, attributes: string) => {
      const [url] = /https?:\/\/[^\s"'<>]+/.exec(attributes) ?? [];
      return url === undefined ? all : `\n\n<a href="${url}">${url}</a>\n\n`;
    })
    .replace(/\[(audio|video)\b([^[\]]*)\](?:\[\/(?:audio|video)\])?/g, (all, player: string, attributes: string) => {
      const url = urlOfPlayer(attributes);
      return url === '' ? all : `\n\n${playerOf(player, url)}\n\n`;
    });
  const left = [...replaced.matchAll(/(?<!\[)\[([a-z][a-z0-9_-]{2,30})(?:\s([^[\]\n]*))?\](?!\(|\])/g)];
  // In brackets without an attribute, there are words.
  const named = left.filter(([, , attributes]) => attributes === undefined || attributes.includes('='));
  return { html: replaced, left: [...new Set(named.map(([, name = '']) => name))] };
}

/** The pictures of a gallery: those that it names, or all of its post without those that it excludes. */
function picturesIn(attributes: string, { imageOf, uploadedTo }: PicturesOfPost): Picture[] {
  const ids = numbersIn(attributes, 'ids').concat(numbersIn(attributes, 'include'));
  if (ids.length > 0) {
    const found = ids.map(imageOf).filter((one) => one !== undefined);
    return found.map((one) => (typeof one === 'string' ? { url: one, alt: '', caption: '' } : one));
  }
  const excluded = new Set(numbersIn(attributes, 'exclude'));
  const all = uploadedTo?.(numbersIn(attributes, 'id')[0]).filter(({ id }) => !excluded.has(id)) ?? [];
  return attributeIn(attributes, 'order').toUpperCase() === 'DESC' ? all.toReversed() : all;
}

function numbersIn(attributes: string, name: string): string[] {
  return attributeIn(attributes, name).match(/\d+/g) ?? [];
}

/** The value of an attribute of a shortcode; "" without one. */
function attributeIn(attributes: string, name: string): string {
  const quoted = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`).exec(attributes);
  return quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? '';
}

function figureOf({ url, alt, caption }: Picture): string {
  const image = `<img src="${url.replaceAll('"', '%22')}" alt="${alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
  return caption === '' ? image : `<figure>${image}<figcaption>${caption}</figcaption></figure>`;
}

/** The file of a player, which may be the first word without a name; "" without one. */
function urlOfPlayer(attributes: string): string {
  const [first = ''] = /^https?:\/\/[^\s"'<>]+/.exec(attributes.trimStart()) ?? [];
  const names = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'm4v', 'webm', 'ogv'];
  return names.map((name) => attributeIn(attributes, name)).find((url) => url !== '') ?? first;
}

function playerOf(player: string, url: string): string {
  return `<${player} controls src="${url.replaceAll('"', '%22')}"></${player}>`;
}
