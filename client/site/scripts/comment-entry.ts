import { plainText } from '../../plain-text.ts';
import type { Comment } from '../../types.ts';
import { all, make } from './dom.ts';
import type { Words } from './words.ts';

/** Replies go two levels deep. */
const DEEPEST = 3;

/**
 * A comment as the page shows it: the same markup as templates/parts/comment.liquid. Its time is left to times.ts.
 *
 * @param depth 1 for a comment, 2 for a reply to it, 3 for a reply to that
 * @param isOpen whether it may be answered
 */
export function makeEntry(comment: Comment, depth: number, isOpen: boolean, { say }: Words): HTMLLIElement {
  const { id, date, status, post_id } = comment;
  const isShown = status === 'approved';
  const replyPath = `${location.pathname}?reply=${id}#write-${post_id}`;
  const meta = make(
    'p',
    { class: 'meta' },
    make('b', { class: 'author' }, plainText(comment.author)),
    ' ',
    make('a', { class: 'when', href: `#${id}` }, make('time', { datetime: date })),
  );
  const actions = make('p', { class: 'actions' });
  if (isShown) actions.append(likeButton(comment, say('comments.like')));
  if (isShown && isOpen && depth < DEEPEST) {
    actions.append(' ', make('a', { href: replyPath, 'data-reply': id, rel: 'nofollow' }, say('comments.reply')));
  }
  const text = make('p', { class: 'text' }, plainText(comment));
  const entry = make(
    'li',
    { id, 'data-comment': id, 'data-depth': String(depth) },
    make('article', {}, meta, text, actions),
  );
  markHeld(entry, !isShown, say('comments.held'));
  return entry;
}

/** Shows, or shows no more, that a comment waits for approval. */
export function markHeld(entry: HTMLElement, isHeld: boolean, words: string): void {
  entry.querySelector(':scope > article [data-held]')?.remove();
  if (isHeld) entry.querySelector(':scope > article > .meta')?.append(' ', badge(words));
}

/** Leaves of a comment that was deleted what the page shows of it: that there was one, and its replies. */
export function markWithdrawn(entry: HTMLElement, words: string): void {
  markHeld(entry, false, '');
  entry.querySelector(':scope > article .author')?.replaceWith(make('span', {}, words));
  for (const part of all(':scope > article > :not(.meta)', entry)) part.remove();
}

function badge(words: string): HTMLElement {
  return make('span', { class: 'badge', 'data-held': '' }, words);
}

function likeButton({ id, likes }: Comment, label: string): HTMLElement {
  const number = make('span', { 'data-likes': '' }, String(likes));
  return make(
    'button',
    { type: 'button', 'data-like-comment': id },
    make('span', { class: 'sr-only' }, label),
    ' ',
    number,
  );
}
