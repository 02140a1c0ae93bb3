import { findEntry } from '../site/scripts/comment-place.ts';
import { make } from '../site/scripts/dom.ts';

/** The id of the comment that the address of the page leads to; "" for none. */
export function linkedComment(): string {
  return /^#(c-[\w-]+)$/.exec(location.hash)?.[1] ?? '';
}

/**
 * Leads to the comment in the address of the page, now and when that changes.
 *
 * @param load shows the part of the thread that has it
 */
export function followLinks(thread: HTMLElement, load: () => void, signal: AbortSignal): void {
  /** @returns false if the comment is not in this part */
  const lead = (): boolean => {
    const id = linkedComment();
    if (id === '' || !thread.isConnected) return true;
    const entry = findEntry(thread, id);
    for (const one of thread.querySelectorAll('.target')) one.classList.remove('target');
    entry?.classList.add('target');
    entry?.scrollIntoView({ block: 'center' });
    return entry !== null;
  };
  lead();
  addEventListener('hashchange', () => void (lead() || load()), { signal });
}

/**
 * The link from the part of a thread with a linked comment to the newest comments.
 *
 * @param load shows them
 */
export function linkToNewest(label: string, load: () => void): HTMLElement {
  const href = location.pathname + location.search;
  const link = make('a', { href }, label);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    history.replaceState(history.state, '', href);
    load();
  });
  return make('p', {}, link);
}
