import { useMutation } from '@tanstack/react-query';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../types.ts';
import { queryClient, trpc } from '../api/api.ts';
import { interpolate } from '../translations/interpolate.ts';
import { useTranslations } from '../translations/translations.ts';
import { forgetBegun } from './begun.ts';
import { change, countHeld, refreshOthers, THREAD } from './cache.ts';
import { say } from './undo.ts';
import { Writing } from './writing.tsx';

interface ReplyFormProps {
  comment: TitledComment;
  onSent: () => void;
  onClose: () => void;
}

/** Answers a comment as the owner of the site. */
export function ReplyForm({ comment, onSent, onClose }: ReplyFormProps) {
  const { comments } = useTranslations();
  const { id, author, status } = comment;
  const reply = useMutation(
    trpc.comments.reply.mutationOptions({
      onSuccess() {
        forgetBegun(`reply:${id}`);
        // Whoever is answered is approved by it.
        if (status === 'pending') countHeld(-1);
        change(new Map([[id, { status: 'approved' }]]));
        say({ deed: 'replied', count: 1 });
        refreshOthers();
        void queryClient.invalidateQueries({ queryKey: [THREAD] });
        onSent();
      },
    }),
  );
  return (
    <Writing
      label={interpolate(comments.replyTo, { author: plainText(author) })}
      send={comments.send}
      text=""
      begun={`reply:${id}`}
      error={reply.error}
      isSending={reply.isPending}
      onSend={(content) => reply.mutate({ id, content })}
      onClose={onClose}
    />
  );
}
