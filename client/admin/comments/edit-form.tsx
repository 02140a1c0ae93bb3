import { useMutation } from '@tanstack/react-query';

import { plainText } from '../../../shared/plain-text.ts';
import type { TitledComment } from '../../types.ts';
import { trpc } from '../api/api.ts';
import { interpolate } from '../translations/interpolate.ts';
import { useTranslations } from '../translations/translations.ts';
import { forgetBegun } from './begun.ts';
import { change, refreshOthers } from './cache.ts';
import { say } from './undo.ts';
import { Writing } from './writing.tsx';

/** Corrects what a comment says. */
export function EditForm({ comment, onClose }: { comment: TitledComment; onClose: () => void }) {
  const { comments, common } = useTranslations();
  const { id, author, content } = comment;
  const edit = useMutation(
    trpc.comments.moderate.mutationOptions({
      onSuccess({ comment }) {
        change(new Map([[id, { content: comment.content }]]));
        say({ deed: 'edited', count: 1 });
        refreshOthers();
        forgetBegun(`edit:${id}`);
        onClose();
      },
    }),
  );
  return (
    <Writing
      label={interpolate(comments.editOf, { author: plainText(author) })}
      send={common.save}
      text={plainText(content)}
      begun={`edit:${id}`}
      error={edit.error}
      isSending={edit.isPending}
      onSend={(text) => edit.mutate({ id, content: text })}
      onClose={onClose}
    />
  );
}
