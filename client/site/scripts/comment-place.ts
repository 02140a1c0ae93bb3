import type { Translate } from '../../../shared/translate.ts';
import type { Comment } from '../../api/types.ts';
import { makeEntry } from './comment-entry.ts';
import { all, make } from './dom.ts';
import { formatNumber } from '../../../shared/formats.ts';
import { showLikes } from './likes.ts';
import { refreshTimes } from './times.ts';
import { pageLanguage } from './translations.ts';

/** The element of a thread on the page, the one with `data-thread`. */
export type Thread = HTMLElement;

/** The entry of a comment in a thread; null when the page does not show it. */
export function findEntry(thread: Thread, id: string): HTMLLIElement | null {
  return thread.querySelector(`[data-comment="${CSS.escape(id)}"]`);
}

/**
 * Inserts a comment below its parent, or else at the growing end of the thread. Does nothing when it is there already.
 *
 * @returns null when the page shows older comments and new ones appear on another page
 */
export function placeComment(thread: Thread, comment: Comment, t: Translate): HTMLLIElement | null {
  const known = findEntry(thread, comment.id);
  if (known) return known;
  const parent = comment.parent_id === null ? null : findEntry(thread, comment.parent_id);
  if (!parent && newestOf(thread)) return null;
  const depth = Number(parent?.dataset['depth'] ?? 0) + 1;
  const isOpen = thread.querySelector('form[data-write]') !== null;
  const isEmbedded = 'embedded' in thread.dataset;
  // Elsewhere, only pages with comments of their own: other ones may use the fragment for their routes.
  const hasLinks = !isEmbedded || 'page' in thread.dataset;
  const entry = makeEntry(comment, depth, { isOpen, page: isEmbedded ? null : location.pathname, hasLinks }, t);
  if (parent) repliesList(parent).append(entry);
  else addRoot(thread, entry);
  thread.querySelector('.empty')?.remove();
  showLikes(entry);
  refreshTimes(entry);
  return entry;
}

/** Adds to the comment counts that the page shows for a thread. */
export function changeCount(thread: Thread, more: number, t: Translate): void {
  const id = thread.dataset['thread'] ?? '';
  for (const place of all(`[data-total][data-of="${CSS.escape(id)}"]`, rootOf(thread))) {
    const total = Math.max(0, Number(place.dataset['total']) + more);
    const { says, none = says } = place.dataset;
    const key = total === 0 ? none : says;
    place.dataset['total'] = String(total);
    place.textContent = key === undefined ? formatNumber(pageLanguage(place), total) : t(key, { count: total });
    const detail = { post: id, page: thread.dataset['page'], count: total };
    place.dispatchEvent(new CustomEvent('octavo-count', { bubbles: true, composed: true, detail }));
  }
}

/** Removes a comment; after the last one, the page shows the note for an empty thread. */
export function removeEntry(thread: Thread, entry: HTMLElement, t: Translate): void {
  const siblings = entry.parentElement;
  entry.remove();
  if (!siblings?.firstElementChild && !siblings?.matches('.entries')) siblings?.remove();
  const list = thread.querySelector<HTMLElement>('.entries');
  const key = list?.dataset['empty'];
  // A link to other pages means that there are more comments.
  if (key === undefined || list?.firstElementChild || newestOf(thread)) return;
  list?.after(make('p', { class: 'empty' }, t(key)));
}

/** Adds a link from a page of older comments to a new comment, which is among the newest. */
export function linkToNewest(thread: Thread, id: string, status: HTMLElement): void {
  const newest = newestOf(thread);
  if (newest) status.append(' ', make('a', { href: newest.href.replace(/#.*|$/, `#${id}`) }, newest.textContent));
}

/** The link from older comments to the newest ones; null on the page of the newest ones. */
function newestOf(thread: Thread): HTMLAnchorElement | null {
  return thread.querySelector<HTMLAnchorElement>('[data-newest] a');
}

/** The document, or the shadow root that contains the thread. */
function rootOf(thread: Thread): ParentNode {
  return thread.getRootNode() as Document | ShadowRoot;
}

/** The list of replies to a comment; made when there is none yet. */
export function repliesList(parent: HTMLElement): HTMLElement {
  const known = parent.querySelector<HTMLElement>(':scope > ol');
  if (known) return known;
  const replies = make('ol');
  parent.append(replies);
  return replies;
}

/** Pinned comments stay first. */
function addRoot(thread: Thread, entry: HTMLElement): void {
  const list = thread.querySelector('.entries');
  if (!list) return;
  const isNewestFirst = 'newestFirst' in thread.dataset;
  list.insertBefore(entry, isNewestFirst ? list.querySelector(':scope > li:not([data-pinned])') : null);
}
