import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { withChange, type AllPosts, type BulkChange, type BulkWish } from './changed.ts';

/** The keys of the messages that are shown after each change. */
export const done = {
  publish: 'wasPublished',
  unpublish: 'wasUnpublished',
  trash: 'wasTrashed',
  tag: 'wasChanged',
  untag: 'wasChanged',
  category: 'wasChanged',
} as const satisfies Record<BulkWish['action'], string>;

/** Changes many posts optimistically; an error reverts the change and is shown. */
export function useBulk(): (change: BulkWish & Pick<BulkChange, 'ids'>) => void {
  const { posts } = useTranslations();
  const { mutate } = useMutation(
    trpc.posts.bulk.mutationOptions({
      onMutate: showAtOnce,
      onSuccess({ changed }, { action }) {
        if (action !== 'delete') notifyDone(formatMessage(posts[done[action]], { count: changed }));
      },
      onError(error, _change, takeBack) {
        takeBack?.();
        notifyFailure(error);
      },
      onSettled: readAgain,
    }),
  );
  return mutate;
}

/** Returns the function that reverts it. */
async function showAtOnce(change: BulkChange): Promise<() => void> {
  const lists = trpc.posts.all.queryFilter();
  await queryClient.cancelQueries(lists);
  const before = queryClient.getQueriesData<AllPosts>(lists);
  queryClient.setQueriesData<AllPosts>(lists, (page) => page && withChange(page, change));
  return () => before.forEach(([key, page]) => queryClient.setQueryData(key, page));
}

/** Also invalidates comments, revisions and counts. While another change is pending, that one does it. */
async function readAgain(): Promise<void> {
  const running = queryClient.isMutating({ mutationKey: trpc.posts.bulk.mutationKey() });
  if (running <= 1) await queryClient.invalidateQueries();
}
