import type { Comment, BlogOutputs } from '../api/types.ts';
import { ask } from '../site/scripts/ask.ts';
import { MAX_DEPTH } from '../site/scripts/comment-entry.ts';
import { findEntry, placeComment, repliesList, type Thread } from '../site/scripts/comment-place.ts';
import { all, make } from '../site/scripts/dom.ts';
import { tell, tellRefusal } from '../site/scripts/status.ts';
import { translations } from '../site/scripts/translations.ts';

/** The cursor of the next page; one of them, or none when there is none. */
type Cursors = Pick<BlogOutputs['comments']['list'], 'before' | 'after'>;

/**
 * The button that loads earlier comments, or those that follow, a page per click.
 *
 * @param query of further parameters, such as `&limit=50`
 */
export function offerEarlier(post: string, query: string, { before, after }: Cursors, label: string): HTMLElement {
  const name = after === undefined ? 'before' : 'after';
  const button = make('button', { type: 'button' }, label);
  const status = make('span', { role: 'status' });
  const line = make(
    'p',
    { class: 'earlier', hidden: before === undefined && after === undefined ? '' : null },
    button,
    ' ',
    status,
  );
  let cursor = before ?? after;

  async function load(): Promise<void> {
    tell(status, '');
    try {
      const path = `/api/posts/${encodeURIComponent(post)}/comments?${name}=${encodeURIComponent(cursor ?? '')}${query}`;
      const found = await ask<BlogOutputs['comments']['list']>(path);
      const thread = line.closest<Thread>('[data-thread]')!;
      const first = await placeEarlier(thread, found.comments, name === 'after');
      cursor = found[name];
      line.hidden = cursor === undefined;
      // The keyboard would be lost with the button.
      if (line.hidden && first) {
        first.tabIndex = -1;
        first.focus({ preventScroll: true });
      }
    } catch (error) {
      await tellRefusal(status, error);
    }
  }

  let loading = Promise.resolve();
  button.addEventListener('click', () => {
    // One after the other: each click continues where the last one ended.
    loading = loading.then(() => (line.hidden ? undefined : load()));
  });
  return line;
}

/** @returns the first of them in the order of the page */
async function placeEarlier(
  thread: Thread,
  comments: readonly Comment[],
  isAfter: boolean,
): Promise<HTMLElement | undefined> {
  const { t } = await translations(thread);
  const list = thread.querySelector<HTMLElement>('.entries')!;
  const isNewestFirst = 'newestFirst' in thread.dataset;
  const next = list.querySelector(':scope > li:not([data-pinned])');
  const entries = comments.flatMap((comment) => placeComment(thread, comment, t) ?? []);
  const roots = entries.filter(({ parentElement }) => parentElement === list);
  if (isNewestFirst) roots.reverse();
  // What follows is at the end already.
  for (const entry of isAfter ? [] : roots)
    list.insertBefore(entry, isNewestFirst && !('pinned' in entry.dataset) ? null : next);
  for (const orphan of all(':scope > [data-parent]', list)) {
    const parent = findEntry(thread, orphan.dataset['parent'] ?? '');
    if (!parent) continue;
    repliesList(parent).append(orphan);
    deepen(orphan, Number(parent.dataset['depth']) + 1);
  }
  return roots[0];
}

/** Adjusts a reply that was shown without its parent. */
function deepen(entry: HTMLElement, depth: number): void {
  entry.dataset['depth'] = String(depth);
  if (depth >= MAX_DEPTH) entry.querySelector(':scope > .comment [data-reply]')?.remove();
  for (const reply of all(':scope > ol > li', entry)) deepen(reply, depth + 1);
}
