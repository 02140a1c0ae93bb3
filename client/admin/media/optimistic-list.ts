import type { QueryKey } from '@tanstack/react-query';

import type { BlogOutputs, Media } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';

type List = BlogOutputs['media']['list'];

/**
 * Options of a mutation that optimistically changes every cached page. If it fails, the pages are restored.
 *
 *
 * @param change returns the links of a page after the change
 */
export function optimisticList<V>(change: (variables: V, media: readonly Media[]) => Media[]) {
  const filter = trpc.media.list.pathFilter();
  return {
    async onMutate(variables: V) {
      await queryClient.cancelQueries(filter);
      const before = queryClient.getQueriesData<List>(filter);
      queryClient.setQueriesData<List>(filter, (list) => list && replaceMedia(list, change(variables, list.media)));
      return before;
    },
    onError(_error: unknown, _variables: V, before: [QueryKey, List | undefined][] | undefined) {
      before?.forEach(([key, list]) => queryClient.setQueryData(key, list));
    },
    onSettled: () => queryClient.invalidateQueries(filter),
  };
}

function replaceMedia(list: List, media: Media[]): List {
  return { ...list, media, total: list.total - (list.media.length - media.length) };
}
