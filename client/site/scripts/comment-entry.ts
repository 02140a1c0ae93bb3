import { initialsOf, toneOf } from '../../../shared/initials.ts';
import type { Translate } from '../../../shared/translate.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { isWithdrawn } from '../../../shared/withdrawn.ts';
import type { Comment } from '../../api/types.ts';
import { makeText } from './comment-text.ts';
import { all, make } from './dom.ts';

/** The depth of entries that accept no replies. */
export const MAX_DEPTH = 3;

/** Where a comment is shown. */
export interface EntryPlace {
  /** Whether the thread accepts replies. */
  isOpen: boolean;
  /** The path of the page, for links to it; null on a page that is not the blog's, which gets no links. */
  page: string | null;
  /** Whether entries link to themselves. */
  hasLinks: boolean;
}

/**
 * The entry of a comment, with the same markup as templates/parts/comment.liquid; times.ts formats its time.
 *
 * @param depth 1 for a comment, 2 for a reply to it, 3 for a reply to that
 */
export function makeEntry(comment: Comment, depth: number, place: EntryPlace, t: Translate): HTMLLIElement {
  const { id, date, status, parent_id } = comment;
  const isShown = status === 'approved';
  const when = make('time', { datetime: date });
  const meta = make(
    'p',
    { class: 'meta' },
    initials(plainText(comment.author)),
    make('b', { class: 'author' }, authorOf(comment)),
    ' ',
    place.hasLinks ? make('a', { class: 'when', href: `#${id}` }, when) : make('span', { class: 'when' }, when),
  );
  for (const mark of ['owner', 'pinned', 'featured'] as const) {
    if (comment[mark] === 1) meta.append(' ', make('span', { class: `badge ${mark}` }, t(`comments.${mark}`)));
  }
  const actions = make('p', { class: 'actions' });
  if (isShown) actions.append(likeButton(comment, t('comments.like')));
  if (isShown && place.isOpen && depth < MAX_DEPTH) actions.append(' ', replyLink(comment, place, t('comments.reply')));
  const entry = make(
    'li',
    {
      id,
      'data-comment': id,
      'data-depth': String(depth),
      'data-parent': parent_id,
      'data-pinned': comment.pinned === 1 ? '' : null,
      class: comment.featured === 1 ? 'featured' : null,
    },
    make('div', { class: 'comment' }, meta, makeText(comment), actions),
  );
  markHeld(entry, !isShown, t('comments.held'));
  if (isWithdrawn(comment)) markWithdrawn(entry, t('comments.gone'));
  return entry;
}

/** A sign of the writer that the styles draw. */
function initials(name: string): HTMLElement {
  const sign = make('span', { class: 'initials', 'data-initials': initialsOf(name) });
  sign.style.setProperty('--tone', String(toneOf(name)));
  return sign;
}

/** The name; of a webmention, as a link to its page. */
function authorOf({ author, source }: Comment): Node | string {
  const name = plainText(author);
  return source === undefined ? name : make('a', { href: source, rel: 'ugc nofollow noopener' }, name);
}

function replyLink({ id, post_id }: Comment, { page }: EntryPlace, label: string): HTMLElement {
  if (page === null) return make('button', { type: 'button', 'data-reply': id }, label);
  return make('a', { href: `${page}?reply=${id}#write-${post_id}`, 'data-reply': id, rel: 'nofollow' }, label);
}

/** Adds or removes the badge of a pending comment. */
export function markHeld(entry: HTMLElement, isHeld: boolean, label: string): void {
  entry.querySelector(':scope > :first-child [data-held]')?.remove();
  if (isHeld) entry.querySelector(':scope > :first-child > .meta')?.append(' ', badge(label));
}

/** Empties a deleted comment that has replies: only a note and the replies stay. */
export function markWithdrawn(entry: HTMLElement, label: string): void {
  markHeld(entry, false, '');
  entry.querySelector(':scope > :first-child .initials')?.remove();
  entry.querySelector(':scope > :first-child .author')?.replaceWith(make('span', {}, label));
  for (const part of all(':scope > :first-child > :not(.meta)', entry)) part.remove();
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
