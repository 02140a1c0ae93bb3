import { useMutation } from '@tanstack/react-query';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../api/types.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { deleteDraft } from './drafts.ts';
import { changeCached, adjustPendingCount, refreshOthers } from './cache.ts';
import { decisionOn } from './decision.ts';
import { THREAD } from '../api/query-keys.ts';
import { withParents } from './replies.ts';
import { announce } from './undo.ts';
import { CommentForm } from './comment-form.tsx';

interface ReplyFormProps {
  comment: TitledComment;
  onSent: () => void;
  onClose: () => void;
}

/** The form to reply to a comment as the owner of the site. */
export function ReplyForm({ comment, onSent, onClose }: ReplyFormProps) {
  const { comments } = useTranslations();
  const { id, author } = comment;
  const reply = useMutation(
    trpc.comments.reply.mutationOptions({
      onSuccess() {
        deleteDraft(`reply:${id}`);
        // A reply approves the comment and those above it.
        const held = withParents(comment).filter(({ status }) => status === 'pending');
        adjustPendingCount(-held.filter((one) => decisionOn(one) === 'pending').length);
        changeCached(new Map(held.map((one) => [one.id, { status: 'approved' }])));
        announce({ deed: 'replied', count: 1 });
        refreshOthers();
        void queryClient.invalidateQueries({ queryKey: [THREAD] });
        onSent();
      },
    }),
  );
  return (
    <CommentForm
      label={formatMessage(comments.replyTo, { author: plainText(author) })}
      send={comments.send}
      text=""
      draftKey={`reply:${id}`}
      error={reply.error}
      isSending={reply.isPending}
      onSend={(content) => reply.mutate({ id, content })}
      onClose={onClose}
    />
  );
}
