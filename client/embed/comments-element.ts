import { make } from '../site/scripts/dom.ts';
import { languageNear } from './language.ts';
import { showThread } from './thread.ts';

/** The style sheet; defined by the bundler. */
declare const STYLES: string;

let styles: CSSStyleSheet | undefined;

/** `<octavo-comments post="…">`: the comments of a post, page or section of the guestbook, and their form. */
export class CommentsElement extends HTMLElement {
  static readonly observedAttributes = ['post', 'language'];

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
    void showThread(place, this.getAttribute('post')?.trim() ?? '', languageNear(this), this.#shown.signal);
  }
}

/** Outside of the shadow root, the page would take a key in a field for a shortcut. */
function keepKeys(event: Event): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) event.stopPropagation();
}
