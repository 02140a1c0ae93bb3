import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { plainText } from '../../plain-text.ts';
import type { TitledComment } from '../../types.ts';
import { Failure } from '../ui/failure.tsx';
import { Time } from '../ui/time.tsx';
import { fill } from '../words/fill.ts';
import { useWords } from '../words/words.ts';
import { THREAD } from './cache.ts';
import { Decision, Quiet } from './comment-actions.tsx';
import { Standing } from './comment-head.tsx';
import { CommentText } from './comment-text.tsx';
import { gone } from './gone.ts';
import { readThread } from './read-thread.ts';
import { remove } from './remove.ts';
import { ReplyForm } from './reply-form.tsx';

/** A comment among those that it answers and that answer it. */
export function Thread({ of }: { of: TitledComment }) {
  const { comments, common } = useWords();
  const thread = useQuery({
    queryKey: [THREAD, of.post_id, of.id],
    queryFn: ({ signal }) => readThread(of, signal),
  });
  const hidden = gone.use();
  if (thread.isPending) return <Loader size="sm" role="status" aria-label={common.loading} />;
  if (thread.isError) return <Failure error={thread.error} retry={() => void thread.refetch()} />;
  const shown = thread.data.filter(({ id }) => !hidden.has(id));
  return (
    <section aria-label={fill(comments.threadOf, { author: plainText(of.author) })}>
      <Replies to={null} among={shown} current={of.id} />
    </section>
  );
}

interface RepliesProps {
  to: string | null;
  among: readonly TitledComment[];
  current: string;
}

function Replies({ to, among, current }: RepliesProps) {
  const replies = among.filter(({ parent_id }) => parent_id === to);
  if (replies.length === 0) return null;
  return (
    <ul className="thread">
      {replies.map((comment) => (
        <li key={comment.id}>
          <Entry comment={comment} isCurrent={comment.id === current} />
          <Replies to={comment.id} among={among} current={current} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ comment, isCurrent }: { comment: TitledComment; isCurrent: boolean }) {
  const { comments, common } = useWords();
  const [isAnswering, setAnswering] = useState(false);
  return (
    <div className="thread-entry" aria-current={isCurrent || undefined}>
      <Group gap="xs" fz="sm" className="comment-head">
        <Text span inherit fw={600}>
          {plainText(comment.author)}
        </Text>
        <Text span inherit c="dimmed">
          <Time at={comment.date} />
        </Text>
        <Standing comment={comment} />
      </Group>
      <CommentText content={comment.content} whole />
      {!isCurrent && (
        <Group gap={4}>
          <Decision comment={comment} />
          <Quiet Icon={Reply} onClick={() => setAnswering(true)}>
            {comments.reply}
          </Quiet>
          <Quiet Icon={Trash2} onClick={() => remove([comment.id])}>
            {common.delete}
          </Quiet>
        </Group>
      )}
      {isAnswering && (
        <ReplyForm comment={comment} onSent={() => setAnswering(false)} onClose={() => setAnswering(false)} />
      )}
    </div>
  );
}
