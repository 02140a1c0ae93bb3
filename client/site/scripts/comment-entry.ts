import type { Translate } from '../../../shared/translate.ts';
import { plainText } from '../../../shared/plain-text.ts';
import type { Comment } from '../../types.ts';
import { all, make } from './dom.ts';

/** Replies go two levels deep. */
const MAX_DEPTH = 3;

/**
 * A comment as the page shows it: the same markup as templates/parts/comment.liquid. Its time is left to times.ts.
 *
 * @param depth 1 for a comment, 2 for a reply to it, 3 for a reply to that
 * @param isOpen whether it may be answered
 */
export function makeEntry(comment: Comment, depth: number, isOpen: boolean, t: Translate): HTMLLIElement {
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
  if (isShown) actions.append(likeButton(comment, t('comments.like')));
  if (isShown && isOpen && depth < MAX_DEPTH) {
    actions.append(' ', make('a', { href: replyPath, 'data-reply': id, rel: 'nofollow' }, t('comments.reply')));
  }
  const text = make('p', { class: 'text' }, plainText(comment));
  const entry = make(
    'li',
    { id, 'data-comment': id, 'data-depth': String(depth) },
    make('article', {}, meta, text, actions),
  );
  markHeld(entry, !isShown, t('comments.held'));
  return entry;
}

/** Adds or removes the badge of a pending comment. */
export function markHeld(entry: HTMLElement, isHeld: boolean, label: string): void {
  entry.querySelector(':scope > article [data-held]')?.remove();
  if (isHeld) entry.querySelector(':scope > article > .meta')?.append(' ', badge(label));
}

/** Empties a deleted comment that has replies: only a note and the replies stay. */
export function markWithdrawn(entry: HTMLElement, label: string): void {
  markHeld(entry, false, '');
  entry.querySelector(':scope > article .author')?.replaceWith(make('span', {}, label));
  for (const part of all(':scope > article > :not(.meta)', entry)) part.remove();
}

function badge(label: string): HTMLElement {
  return make('span', { class: 'badge', 'data-held': '' }, label);
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
