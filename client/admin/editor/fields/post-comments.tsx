import { Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, trpc } from '../../api/api.ts';
import { useTranslations } from '../../translations/translations.ts';
import { notifyFailure } from '../../ui/notify.ts';
import type { DocumentState, EditorDocument } from '../document.ts';

/** Whether visitors may comment on a post. It takes effect immediately, so a new post has no such switch. */
export function PostComments({ document, state }: { document: EditorDocument; state: DocumentState }) {
  const { editor } = useTranslations();
  const { id, running } = state;
  const post = useQuery({ ...trpc.posts.get.queryOptions({ id: id ?? '' }), enabled: id !== null });
  const change = useMutation(
    trpc.posts.update.mutationOptions({
      onError: notifyFailure,
      onSuccess({ id: changed, version }, { ifVersion }) {
        // A save in between has a later version.
        const now = document.state();
        if (now.id === changed && now.version === ifVersion) document.set({ version });
      },
      onSettled: () => queryClient.invalidateQueries(trpc.posts.pathFilter()),
    }),
  );
  if (id === null) return null;
  const stored = post.data !== undefined && post.data.post.commentsClosed !== 1;
  return (
    <Switch
      label={editor.allowComments}
      checked={change.isPending ? change.variables.allowComments === true : stored}
      disabled={!post.data || change.isPending || running !== null}
      onChange={({ currentTarget }) =>
        change.mutate({ id, allowComments: currentTarget.checked, ifVersion: document.state().version })
      }
    />
  );
}
