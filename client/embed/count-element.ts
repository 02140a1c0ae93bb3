import { formatNumber } from '../../shared/formats.ts';
import type { BlogOutputs } from '../api/types.ts';
import { ask, RequestError } from '../site/scripts/ask.ts';
import { languageNear } from './language.ts';

/** The maximum number of ids per request. */
const MAX_IDS = 100;

const due = new Set<CountElement>();

/** `<octavo-comment-count post="…">`: the number of comments on a post. Its content is shown until the number is known. */
export class CountElement extends HTMLElement {
  static readonly observedAttributes = ['post', 'language'];

  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
  }

  connectedCallback(): void {
    if (due.size === 0) whenParsed(() => void fillAll());
    due.add(this);
  }

  attributeChangedCallback(_: string, before: string | null, now: string | null): void {
    if (before !== null && before !== now && this.isConnected) this.connectedCallback();
  }

  /** The post, page or section; "" for none. */
  get post(): string {
    return this.getAttribute('post')?.trim() ?? '';
  }

  show(count: number): void {
    this.shadowRoot?.replaceChildren(formatNumber(languageNear(this) ?? 'en', count));
  }
}

// Dispatched by comments on the same page when their number changes.
document.addEventListener('octavo-count', (event) => {
  const { post, count } = (event as CustomEvent<{ post: string; count: number }>).detail;
  for (const element of document.querySelectorAll('octavo-comment-count')) {
    if (element instanceof CountElement && element.post === post) element.show(count);
  }
});

/** One request serves all elements of a page. */
async function fillAll(): Promise<void> {
  const elements = [...due].filter(({ isConnected, post }) => isConnected && post !== '');
  due.clear();
  const ids = [...new Set(elements.map(({ post }) => post))].sort();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const list = ids
      .slice(at, at + MAX_IDS)
      .map(encodeURIComponent)
      .join(',');
    try {
      const { counts } = await ask<BlogOutputs['comments']['counts']>(`/api/comments/counts?ids=${list}`);
      for (const element of elements) {
        const count = Object.hasOwn(counts, element.post) ? counts[element.post] : undefined;
        if (count !== undefined) element.show(count);
      }
    } catch (error) {
      // The console names a refused origin already.
      if (error instanceof RequestError && error.code.startsWith('ORIGIN_')) return;
      console.error('Octavo: the numbers of comments cannot be read.', error);
    }
  }
}

/** The script may run before the rest of the page is parsed. */
function whenParsed(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
  else setTimeout(act);
}
