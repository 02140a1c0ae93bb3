/** The URL of a picture, in an attribute or in a text. */
const PICTURE =
  /(?:https?:\/\/|(?<=["'(])\/)[^\s"'<>()?]{1,1000}?\.(?:jpe?g|png|gif|webp|avif)(?:\?[^\s"'<>()]{0,200})?/gi;

/** Attachments of a blog, by the paths of the versions that WordPress made of them. */
export class Originals {
  readonly #urls = new Map<string, string>();

  /** Adds an attachment. */
  add(url: string): void {
    this.#urls.set(pathOf(url), url);
    const original = unsized(pathOf(url));
    if (!this.#urls.has(original)) this.#urls.set(original, url);
  }

  /** Replaces the URLs of smaller versions in HTML by those of the attachments. */
  in(html: string): string {
    if (this.#urls.size === 0) return html;
    return html.replace(PICTURE, (url) => this.#urls.get(pathOf(url)) ?? this.#urls.get(unsized(pathOf(url))) ?? url);
  }
}

function pathOf(url: string): string {
  return url.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/[?#].*$/, '');
}

/** `/a-300x200.jpg` and `/a-scaled.jpg` are versions of `/a.jpg`. */
function unsized(path: string): string {
  return path.replace(/(?:-\d{1,5}x\d{1,5}|-scaled)(?=\.[a-z]{3,4}$)/i, '');
}
