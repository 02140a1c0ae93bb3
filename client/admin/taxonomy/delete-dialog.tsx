import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import type { AboutOne } from '../media/use-dialog.ts';
import { Confirm } from '../settings/confirm.tsx';
import { interpolate, plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import type { Named } from './taxonomy-screen.tsx';

interface DeleteDialogProps extends AboutOne<Named> {
  kind: 'tag' | 'category';
  /** Called when the dialog has closed after a deletion. */
  deleted(): void;
}

/** Confirms the deletion of a tag or category. */
export function DeleteDialog({ kind, about, isOpen, close, deleted }: DeleteDialogProps) {
  const { taxonomy: t, common } = useTranslations();
  const language = useLanguage();
  const name = about?.name ?? '';
  const posts = about ? about.published + about.others + about.pages : 0;
  const remove = useMutation(
    trpc.taxonomy.delete.mutationOptions({
      onError: notifyFailure,
      onSuccess: ({ changed }) => notifyDone(plural(t.changed, changed, language)),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  return (
    <Confirm
      opened={isOpen}
      title={interpolate(t.deleteSure, { name })}
      help={plural(t.deleteHelp, posts, language)}
      action={common.delete}
      busy={remove.isPending}
      confirm={() => about && remove.mutate({ kind, name }, { onSettled: close })}
      close={close}
      closed={() => remove.isSuccess && deleted()}
    />
  );
}
