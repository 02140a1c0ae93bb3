/** A URL, in an attribute or in a text, and the part of it that leads to a picture. */
const URLS = /(?:https?:\/\/|(?<=["'(])\/)[^\s"'<>()]+/gi;
const PICTURE = /^[^?]+?\.(?:jpe?g|png|gif|webp|avif)(?:(?=\?)[^]*)?/i;

/** Attachments of a blog, by the paths of the versions that WordPress made of them. */
export class Originals {
  readonly #urls = new Map<string, string>();

  /** Adds an attachment. */
  add(url: string): void {
    this.#urls.set(urlPath(url), url);
    const original = unsized(urlPath(url));
    if (!this.#urls.has(original)) this.#urls.set(original, url);
  }

  /** Replaces the URLs of smaller versions in HTML by those of the attachments. */
  in(html: string): string {
    if (this.#urls.size === 0) return html;
    return html.replace(URLS, (written) => {
      const [url] = PICTURE.exec(written) ?? [];
      const original = url && (this.#urls.get(urlPath(url)) ?? this.#urls.get(unsized(urlPath(url))));
      return url && original ? original + written.slice(url.length) : written;
    });
  }
}

function urlPath(url: string): string {
  return url.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/[?#].*/s, '');
}

/** `/a-300x200.jpg` and `/a-scaled.jpg` are versions of `/a.jpg`. */
function unsized(path: string): string {
  return path.replace(/(?:-\d{1,5}x\d{1,5}|-scaled)(?=\.[a-z]{3,4}$)/i, '');
}
