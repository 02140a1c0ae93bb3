import { memo, type Ref } from 'react';

import { plainText } from '../../../shared/plain-text.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { targetTitle } from './comment-url.ts';
import { commentExcerpt } from './excerpt.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentHead, CommentPage, statusText } from './comment-head.tsx';
import { CommentText } from './comment-text.tsx';
import type { Act } from './desk.ts';
import { EditForm } from './edit-form.tsx';
import type { QueueItem } from './cache.ts';
import { ReplyForm } from './reply-form.tsx';
import { rowId } from './row-id.ts';
import { SpamReasons } from './spam-reasons.tsx';
import { Thread } from './thread.tsx';

interface CommentRowProps {
  comment: QueueItem;
  /** Its position in the queue, from 0, and the length of the queue. */
  index: number;
  total: number;
  isCurrent: boolean;
  isSelected: boolean;
  isOpen: boolean;
  writing: 'reply' | 'edit' | null;
  act: Act;
  measure: Ref<HTMLElement>;
}

/** A comment of the queue. Memoized so that scrolling stays smooth. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { comment, index, total, isCurrent, isSelected, isOpen, writing, act, measure } = props;
  const t = useTranslations();
  const { id } = comment;
  const author = plainText(comment.author);
  const text = plainText(comment.content);
  const name = {
    author,
    title: targetTitle(comment, t),
    standing: statusText(t, comment),
    text: commentExcerpt(text) || t.comments.withdrawn,
  };
  // An open thread shows these below the entry of the comment.
  const own = (
    <>
      {writing === 'edit' && <EditForm comment={comment} onClose={() => stopWriting(id, act)} />}
      {writing === 'reply' && (
        <ReplyForm comment={comment} onClose={() => stopWriting(id, act)} onSent={() => showReply(id, act)} />
      )}
      <CommentActions comment={comment} isOpen={isOpen} act={act} />
    </>
  );
  return (
    <article
      ref={measure}
      id={rowId(id)}
      className="comment"
      data-index={index}
      aria-label={formatMessage(t.comments.by, name)}
      aria-posinset={index + 1}
      aria-setsize={total}
      tabIndex={isCurrent ? 0 : -1}
      data-selected={isSelected || undefined}
      onFocus={() => act({ to: 'focus', id })}
    >
      <input
        type="checkbox"
        className="comment-check"
        checked={isSelected}
        onChange={() => act({ to: 'toggle', id })}
        aria-label={formatMessage(t.comments.select, { author })}
      />
      <div className="comment-body">
        <CommentHead comment={comment}>
          <CommentPage comment={comment} />
        </CommentHead>
        {isOpen ? (
          <Thread of={comment}>{own}</Thread>
        ) : (
          <>
            <CommentText text={text} whole={writing !== null} />
            <SpamReasons comment={comment} />
            {own}
          </>
        )}
      </div>
    </article>
  );
});

function stopWriting(id: string, act: Act): void {
  act({ to: 'stop-writing' });
  document.getElementById(rowId(id))?.focus();
}

function showReply(id: string, act: Act): void {
  act({ to: 'open-thread', id });
  stopWriting(id, act);
}
