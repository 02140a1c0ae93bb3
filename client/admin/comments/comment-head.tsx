import { Pin, Star } from 'lucide-react';
import type { ReactNode } from 'react';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../types.ts';
import { Time } from '../ui/time.tsx';
import type { Translations } from '../translations/en/en.ts';
import { interpolate } from '../translations/interpolate.ts';
import { useTranslations } from '../translations/translations.ts';
import { addressOf, titleOf } from './address.ts';

/** Who wrote a comment, when, and how it stands. */
export function CommentHead({ comment, children }: { comment: TitledComment; children?: ReactNode }) {
  return (
    <div className="comment-head">
      <strong className="comment-author">{plainText(comment.author)}</strong>
      <span className="comment-time">
        <Time at={comment.date} />
      </span>
      {children}
      <Standing comment={comment} />
    </div>
  );
}

/** The link to the page under which a comment stands. */
export function CommentPage({ comment }: { comment: TitledComment }) {
  const t = useTranslations();
  const title = titleOf(comment, t);
  return (
    <a
      href={addressOf(comment)}
      target="_blank"
      className="comment-page"
      aria-label={interpolate(t.comments.onPage, { title })}
    >
      {title}
    </a>
  );
}

/** Whether a comment waits, and why, in words. */
export function standingIn({ comments }: Translations, { status, heldBecause }: TitledComment): string {
  return status === 'pending' ? comments.why[heldBecause ?? 'unknown'] : comments.isApproved;
}

/** Badges: the owner's, pinned, featured; at last held and why, or approved: that one keeps its place. */
function Standing({ comment }: { comment: TitledComment }) {
  const t = useTranslations();
  const { comments } = t;
  const { status, owner, pinned, featured } = comment;
  return (
    <>
      {owner === 1 && (
        <span className="comment-mark" data-mark="owner">
          {comments.owner}
        </span>
      )}
      {pinned === 1 && (
        <span className="comment-mark">
          <Pin size={12} aria-hidden />
          {comments.pinned}
        </span>
      )}
      {featured === 1 && (
        <span className="comment-mark">
          <Star size={12} aria-hidden />
          {comments.featured}
        </span>
      )}
      <span className="comment-standing">
        <span className="comment-mark" data-mark={status === 'pending' ? 'held' : 'approved'}>
          {standingIn(t, comment)}
        </span>
      </span>
    </>
  );
}
