import { useMutation } from '@tanstack/react-query';

import type { Media } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { notifyFailure } from '../ui/notify.ts';

/** Stores the alternative text of a file in the library. */
export function useDescribe(): (media: Media, alt: string) => void {
  const { mutate } = useMutation(
    trpc.media.update.mutationOptions({
      onError: notifyFailure,
      onSettled: () => queryClient.invalidateQueries(trpc.media.list.pathFilter()),
    }),
  );
  return ({ id }, alt) => mutate({ id, alt });
}
