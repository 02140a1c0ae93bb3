import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { notifyDone, notifyFailure } from '../ui/notify.ts';
import { plural } from '../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { withChange, type AllPosts, type BulkChange } from './changed.ts';

const done = {
  publish: 'wasPublished',
  unpublish: 'wasUnpublished',
  delete: 'wasDeleted',
  tag: 'wasChanged',
  untag: 'wasChanged',
} as const;

/** Changes many posts. It shows at once; a refusal takes it back and says why. */
export function useBulk(): (change: BulkChange) => void {
  const { posts } = useTranslations();
  const language = useLanguage();
  const { mutate } = useMutation(
    trpc.posts.bulk.mutationOptions({
      onMutate: showAtOnce,
      onSuccess: ({ changed }, { action }) => notifyDone(plural(posts[done[action]], changed, language)),
      onError(error, _change, takeBack) {
        takeBack?.();
        notifyFailure(error);
      },
      onSettled: readAgain,
    }),
  );
  return mutate;
}

/** Gives what takes it back. */
async function showAtOnce(change: BulkChange): Promise<() => void> {
  const lists = trpc.posts.all.queryFilter();
  await queryClient.cancelQueries(lists);
  const before = queryClient.getQueriesData<AllPosts>(lists);
  queryClient.setQueriesData<AllPosts>(lists, (page) => page && withChange(page, change));
  return () => before.forEach(([key, page]) => queryClient.setQueryData(key, page));
}

/** Comments, revisions and counts follow the posts. While another change is on its way, that one reads them again. */
async function readAgain(): Promise<void> {
  const running = queryClient.isMutating({ mutationKey: trpc.posts.bulk.mutationKey() });
  if (running <= 1) await queryClient.invalidateQueries();
}
