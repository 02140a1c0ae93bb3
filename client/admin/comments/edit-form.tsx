import { useMutation } from '@tanstack/react-query';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../api/types.ts';
import { trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { deleteDraft } from './drafts.ts';
import { changeCached, refreshOthers } from './cache.ts';
import { announce } from './undo.ts';
import { CommentForm } from './comment-form.tsx';

/** The form to edit a comment. */
export function EditForm({ comment, onClose }: { comment: TitledComment; onClose: () => void }) {
  const { comments, common } = useTranslations();
  const { id, author, content } = comment;
  const edit = useMutation(
    trpc.comments.moderate.mutationOptions({
      onSuccess({ comment }) {
        changeCached(new Map([[id, { content: comment.content }]]));
        announce({ deed: 'edited', count: 1 });
        refreshOthers();
        deleteDraft(`edit:${id}`);
        onClose();
      },
    }),
  );
  return (
    <CommentForm
      label={formatMessage(comments.editOf, { author: plainText(author) })}
      send={common.save}
      text={plainText(content)}
      draftKey={`edit:${id}`}
      error={edit.error}
      isSending={edit.isPending}
      onSend={(text) => edit.mutate({ id, content: text })}
      onClose={onClose}
    />
  );
}
