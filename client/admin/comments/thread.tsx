import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Reply } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../api/types.ts';
import { Failure } from '../ui/failure.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { THREAD } from '../api/query-keys.ts';
import { Decision, Deletion } from './comment-actions.tsx';
import { CommentHead } from './comment-head.tsx';
import { CommentText } from './comment-text.tsx';
import { hiddenComments } from './hidden.ts';
import { readThread } from './read-thread.ts';
import { ReplyForm } from './reply-form.tsx';
import { RowButton } from './row-button.tsx';
import './thread.css';

interface ThreadProps {
  of: TitledComment;
  /** Shown below its own entry. */
  children: ReactNode;
}

/** The thread of a comment; only the comment until the thread is loaded. */
export function Thread({ of, children }: ThreadProps) {
  const { comments, common } = useTranslations();
  const thread = useQuery({
    queryKey: [THREAD, of.post_id, of.id],
    queryFn: ({ signal }) => readThread(of, signal),
  });
  const hidden = hiddenComments.use();
  const shown = thread.data?.filter(({ id }) => !hidden.has(id)) ?? [];
  const entries = shown.some(({ id }) => id === of.id) ? inOrder(shown) : [{ comment: of, level: 1 }];
  return (
    <section aria-label={formatMessage(comments.threadOf, { author: plainText(of.author) })}>
      <ul className="thread">
        {/* One list for all levels, so that entries keep their elements when ancestors are loaded. */}
        {entries.map(({ comment, level }) => (
          <li key={comment.id} aria-level={level}>
            <Entry comment={comment} own={comment.id === of.id ? children : null} />
          </li>
        ))}
      </ul>
      {thread.isPending && <Loader size="sm" role="status" aria-label={common.loading} />}
      {thread.isError && <Failure error={thread.error} retry={() => void thread.refetch()} />}
    </section>
  );
}

interface Placed {
  comment: TitledComment;
  level: number;
}

/** Each comment before its replies. */
function inOrder(among: readonly TitledComment[], to: string | null = null, level = 1): Placed[] {
  const replies = among.filter(({ parent_id }) => parent_id === to);
  return replies.flatMap((comment) => [{ comment, level }, ...inOrder(among, comment.id, level + 1)]);
}

/** @param own shown below the comment whose thread it is */
function Entry({ comment, own }: { comment: TitledComment; own: ReactNode }) {
  return (
    <div className="thread-entry" aria-current={own !== null || undefined}>
      <CommentHead comment={comment} />
      <CommentText text={plainText(comment.content)} whole />
      {own ?? <EntryActions comment={comment} />}
    </div>
  );
}

function EntryActions({ comment }: { comment: TitledComment }) {
  const { comments } = useTranslations();
  const [isAnswering, setAnswering] = useState(false);
  const stop = () => setAnswering(false);
  return (
    <>
      {isAnswering && <ReplyForm comment={comment} onSent={stop} onClose={stop} />}
      <div className="comment-actions">
        <Decision comment={comment} />
        <RowButton look="subtle" Icon={Reply} onClick={() => setAnswering(true)}>
          {comments.reply}
        </RowButton>
        <Deletion id={comment.id} />
      </div>
    </>
  );
}
