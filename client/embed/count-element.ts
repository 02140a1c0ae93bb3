import { formatNumber } from '../../shared/formats.ts';
import type { BlogOutputs } from '../api/types.ts';
import { ask, RequestError } from '../site/scripts/ask.ts';
import { languageNear } from './language.ts';
import { pageUrl } from './page-url.ts';

/** The maximum number of ids per request. */
const MAX_IDS = 100;

const due = new Set<CountElement>();

/**
 * `<octavo-comment-count post="…">`: the number of comments on a post; with `url`, on a page of another site. Its content
 * is shown until the number is known.
 */
export class CountElement extends HTMLElement {
  static readonly observedAttributes = ['post', 'url', 'language'];

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

  /** The URL of a page of another site; "" for none. */
  get page(): string {
    const url = this.getAttribute('url')?.trim() ?? '';
    return url === '' || this.post !== '' ? '' : pageUrl(url);
  }

  show(count: number): void {
    this.shadowRoot?.replaceChildren(formatNumber(languageNear(this) ?? 'en', count));
  }
}

// Dispatched by comments on the same page when their number changes.
document.addEventListener('octavo-count', (event) => {
  const { post, page, count } = (event as CustomEvent<{ post: string; page?: string; count: number }>).detail;
  for (const element of document.querySelectorAll('octavo-comment-count')) {
    if (element instanceof CountElement && (element.post === post || (page && element.page === page)))
      element.show(count);
  }
});

/** One request serves all elements of a page. */
async function fillAll(): Promise<void> {
  const connected = [...due].filter(({ isConnected }) => isConnected);
  due.clear();
  await Promise.all([fillPosts(connected), fillPages(connected)]).catch((error: unknown) => {
    // The console names a refused origin already.
    if (error instanceof RequestError && error.code.startsWith('ORIGIN_')) return;
    console.error('Octavo: the numbers of comments cannot be read.', error);
  });
}

async function fillPages(all: readonly CountElement[]): Promise<void> {
  const elements = all.filter(({ page }) => page !== '');
  for (let at = 0; at < elements.length; at += MAX_IDS) {
    const some = elements.slice(at, at + MAX_IDS);
    const body = { urls: some.map(({ page }) => page) };
    const { counts } = await ask<BlogOutputs['threads']['counts']>('/api/threads/counts', { method: 'POST', body });
    for (const [index, element] of some.entries()) element.show(counts[index] ?? 0);
  }
}

async function fillPosts(all: readonly CountElement[]): Promise<void> {
  const elements = all.filter(({ post }) => post !== '');
  const ids = [...new Set(elements.map(({ post }) => post))].sort();
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const list = ids
      .slice(at, at + MAX_IDS)
      .map(encodeURIComponent)
      .join(',');
    const { counts } = await ask<BlogOutputs['comments']['counts']>(`/api/comments/counts?ids=${list}`);
    for (const element of elements) {
      const count = Object.hasOwn(counts, element.post) ? counts[element.post] : undefined;
      if (count !== undefined) element.show(count);
    }
  }
}

/** The script may run before the rest of the page is parsed. */
function whenParsed(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
  else setTimeout(act);
}
