import type { Translate } from '../../../shared/translate.ts';
import type { Comment } from '../../types.ts';
import { makeEntry } from './comment-entry.ts';
import { all, make } from './dom.ts';
import { formatNumber } from '../../../shared/formats.ts';
import { showLikes } from './likes.ts';
import { refreshTimes } from './times.ts';

/** The place of a thread on the page: what `data-thread` stands on. */
export type Thread = HTMLElement;

/** The entry of a comment in a thread; null when the page does not show it. */
export function entryOf(thread: Thread, id: string): HTMLLIElement | null {
  return thread.querySelector(`[data-comment="${CSS.escape(id)}"]`);
}

/**
 * Puts a comment where it belongs: under what it answers, else where the thread grows. Does nothing when it is there.
 *
 * @returns null where the page shows older comments, and the thread grows on another one
 */
export function placeComment(thread: Thread, comment: Comment, t: Translate): HTMLLIElement | null {
  const known = entryOf(thread, comment.id);
  if (known) return known;
  const parent = comment.parent_id === null ? null : entryOf(thread, comment.parent_id);
  if (!parent && newestOf(thread)) return null;
  const depth = Number(parent?.dataset['depth'] ?? 0) + 1;
  const entry = makeEntry(comment, depth, thread.querySelector('form[data-write]') !== null, t);
  if (parent) repliesOf(parent).append(entry);
  else addRoot(thread, entry);
  thread.querySelector('.empty')?.remove();
  showLikes(entry);
  refreshTimes();
  return entry;
}

/** Adds to the numbers of comments that the page shows for a thread. */
export function count(thread: Thread, more: number, t: Translate): void {
  const id = thread.dataset['thread'] ?? '';
  for (const place of all(`[data-total][data-of="${CSS.escape(id)}"]`)) {
    const total = Math.max(0, Number(place.dataset['total']) + more);
    const { says, none = says } = place.dataset;
    const key = total === 0 ? none : says;
    place.dataset['total'] = String(total);
    place.textContent =
      key === undefined ? formatNumber(document.documentElement.lang, total) : t(key, { count: total });
  }
}

/** Takes a comment out; after the last one, the page says again that there are none. */
export function removeEntry(thread: Thread, entry: HTMLElement, t: Translate): void {
  const siblings = entry.parentElement;
  entry.remove();
  if (!siblings?.firstElementChild && !siblings?.matches('.entries')) siblings?.remove();
  const list = thread.querySelector<HTMLElement>('.entries');
  const key = list?.dataset['empty'];
  // Where it leads to other comments, there are some.
  if (key === undefined || list?.firstElementChild || newestOf(thread)) return;
  list?.after(make('p', { class: 'empty' }, t(key)));
}

/** Leads from older comments to a new one, which stands among the newest. */
export function leadToNewest(thread: Thread, id: string, status: HTMLElement): void {
  const newest = newestOf(thread);
  if (newest) status.append(' ', make('a', { href: newest.href.replace(/#.*|$/, `#${id}`) }, newest.textContent));
}

/** The link from older comments to the newest ones; null where those are. */
function newestOf(thread: Thread): HTMLAnchorElement | null {
  return thread.querySelector<HTMLAnchorElement>('[data-newest] a');
}

function repliesOf(parent: HTMLElement): HTMLElement {
  const known = parent.querySelector<HTMLElement>(':scope > ol');
  if (known) return known;
  const replies = make('ol');
  parent.append(replies);
  return replies;
}

/** Pinned ones stay first. */
function addRoot(thread: Thread, entry: HTMLElement): void {
  const list = thread.querySelector('.entries');
  if (!list) return;
  const isNewestFirst = 'newestFirst' in thread.dataset;
  list.insertBefore(entry, isNewestFirst ? list.querySelector(':scope > li:not([data-pinned])') : null);
}
