import { Checkbox } from '@mantine/core';
import { memo, type Ref } from 'react';

import { plainText } from '../../plain-text.ts';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { titleOf } from './address.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentHead } from './comment-head.tsx';
import { CommentText } from './comment-text.tsx';
import type { Act } from './desk.ts';
import { EditForm } from './edit-form.tsx';
import type { QueueItem } from './queue-pages.ts';
import { ReplyForm } from './reply-form.tsx';
import { Thread } from './thread.tsx';

interface CommentRowProps {
  comment: QueueItem;
  /** Its place in the queue, from 0, and how many there are. */
  index: number;
  total: number;
  /** Pixels from the top of the list. */
  top: number;
  isCurrent: boolean;
  isSelected: boolean;
  isOpen: boolean;
  writing: 'reply' | 'edit' | null;
  act: Act;
  measure: Ref<HTMLElement>;
}

/** A comment of the queue. Drawn anew only when something of it changes, so that scrolling stays smooth. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { comment, index, total, top, isCurrent, isSelected, isOpen, writing, act, measure } = props;
  const words = useWords();
  const { id } = comment;
  const author = plainText(comment.author);
  return (
    <article
      ref={measure}
      id={rowId(id)}
      className="comment"
      data-index={index}
      aria-label={fill(words.comments.by, { author, title: titleOf(comment, words) })}
      aria-posinset={index + 1}
      aria-setsize={total}
      tabIndex={isCurrent ? 0 : -1}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => act({ to: 'stand', id })}
    >
      <Checkbox
        checked={isSelected}
        onChange={() => act({ to: 'toggle', id })}
        aria-label={fill(words.comments.select, { author })}
      />
      <div className="comment-body">
        <CommentHead comment={comment} />
        {isOpen ? <Thread of={comment} /> : <CommentText content={comment.content} whole={writing !== null} />}
        {writing === 'edit' && <EditForm comment={comment} onClose={() => leave(id, act)} />}
        {writing === 'reply' && (
          <ReplyForm comment={comment} onClose={() => leave(id, act)} onSent={() => showAnswer(id, act)} />
        )}
        <CommentActions comment={comment} isOpen={isOpen} act={act} />
      </div>
    </article>
  );
});

/** The id of the element that shows a comment. */
export function rowId(id: string): string {
  return `row-${id}`;
}

function leave(id: string, act: Act): void {
  act({ to: 'stop-writing' });
  document.getElementById(rowId(id))?.focus();
}

function showAnswer(id: string, act: Act): void {
  act({ to: 'open-thread', id });
  leave(id, act);
}
