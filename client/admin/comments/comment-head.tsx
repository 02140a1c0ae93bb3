import { Link2, Pin, Star } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

import { initialsOf, toneOf } from '../../../shared/initials.ts';
import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../api/types.ts';
import { Time } from '../ui/time.tsx';
import type { Translations } from '../translations/catalog.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { commentUrl, targetTitle } from './comment-url.ts';

/** The author, date and status of a comment. */
export function CommentHead({ comment, children }: { comment: TitledComment; children?: ReactNode }) {
  return (
    <div className="comment-head">
      <Initials name={plainText(comment.author)} />
      <strong className="comment-author">
        <Author comment={comment} />
      </strong>
      <span className="comment-time">
        <Time at={comment.date} />
      </span>
      {comment.email !== null && (
        <a className="comment-email" href={`mailto:${comment.email}`}>
          {comment.email}
        </a>
      )}
      {children}
      <StatusBadges comment={comment} />
    </div>
  );
}

/** A sign of the writer, as on the site. */
function Initials({ name }: { name: string }) {
  if (name === '') return null;
  const tone = { '--tone': toneOf(name) } as CSSProperties;
  return <span className="comment-initials" data-initials={initialsOf(name)} style={tone} aria-hidden />;
}

/** The name; of a webmention, as a link to the page that mentions the post. */
function Author({ comment: { author, source } }: { comment: TitledComment }) {
  const { comments } = useTranslations();
  const name = plainText(author);
  if (source === undefined) return name;
  const label = formatMessage(comments.mentionPage, { author: name });
  return (
    <a href={source} target="_blank" rel="noopener noreferrer nofollow" aria-label={label} title={source}>
      {name}
    </a>
  );
}

/** A link to the page of a comment. */
export function CommentPage({ comment }: { comment: TitledComment }) {
  const t = useTranslations();
  const title = targetTitle(comment, t);
  return (
    <a
      href={commentUrl(comment)}
      target="_blank"
      className="comment-page"
      aria-label={formatMessage(t.comments.onPage, { title })}
    >
      {title}
    </a>
  );
}

/** The status of a comment and the reason. */
export function statusText({ comments }: Translations, { status, heldBecause }: TitledComment): string {
  return status === 'pending' ? comments.why[heldBecause ?? 'unknown'] : comments.isApproved;
}

/** The badges of a comment; the status is last and has a fixed width. */
function StatusBadges({ comment }: { comment: TitledComment }) {
  const t = useTranslations();
  const { comments } = t;
  const { status, owner, pinned, featured, source } = comment;
  return (
    <>
      {source !== undefined && (
        <span className="comment-mark" data-mark="mention">
          <Link2 size={12} aria-hidden />
          {comments.mention}
        </span>
      )}
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
          {statusText(t, comment)}
        </span>
      </span>
    </>
  );
}
