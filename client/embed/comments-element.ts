import { make } from '../site/scripts/dom.ts';
import { languageNear } from './language.ts';
import { pageUrl } from './page-url.ts';
import { showThread } from './thread.ts';

/** The style sheet; defined by the bundler. */
declare const STYLES: string;

let styles: CSSStyleSheet | undefined;

/**
 * `<octavo-comments post="…">`: the comments of a post, page or section of the guestbook, and their form. Without `post`,
 * those of the page that has the element, or of the attribute `url`.
 */
export class CommentsElement extends HTMLElement {
  static readonly observedAttributes = ['post', 'url', 'sort', 'language'];

  readonly #root: ShadowRoot;
  #shown: AbortController | undefined;
  #isDue = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    if (!styles) {
      styles = new CSSStyleSheet();
      styles.replaceSync(STYLES);
    }
    // The Content Security Policy of the page does not apply to such a sheet.
    this.#root.adoptedStyleSheets = [styles];
    for (const type of ['keydown', 'keypress', 'keyup']) this.#root.addEventListener(type, keepKeys);
  }

  connectedCallback(): void {
    this.#showSoon();
  }

  disconnectedCallback(): void {
    this.#shown?.abort();
  }

  attributeChangedCallback(_: string, before: string | null, now: string | null): void {
    if (before !== now && this.isConnected) this.#showSoon();
  }

  /** Once for all attributes that a framework sets in sequence. */
  #showSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#show();
    });
  }

  #show(): void {
    this.#shown?.abort();
    this.#shown = new AbortController();
    const place = make('div');
    this.#root.replaceChildren(place);
    const [post, url, sort] = ['post', 'url', 'sort'].map((name) => this.getAttribute(name)?.trim() ?? '');
    const source = {
      post: post!,
      page: post === '' && !this.hasAttribute('post') ? pageUrl(url) : undefined,
      sort: sort!,
    };
    void showThread(place, source, languageNear(this), this.#shown.signal);
  }
}

/** Outside of the shadow root, the page would take a key in a field for a shortcut. */
function keepKeys(event: Event): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) event.stopPropagation();
}
