import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { QUEUE } from '../api/query-keys.ts';
import type { QueueItem } from './cache.ts';
import { decisionOn } from './decision.ts';
import { hiddenComments } from './hidden.ts';
import { distinct, nextPage, readPage } from './queue-pages.ts';
import type { CommentsSearch } from './search.ts';

/**
 * The loaded part of the queue. It is not refetched automatically, so that rows do not move; decisions change it in
 * place.
 */
export function useQueue(search: CommentsSearch) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [QUEUE, search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: Infinity,
    gcTime: 0,
    // Structural sharing would take longer with each page.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  const hidden = hiddenComments.use();
  const known = useMemo(() => distinct(data?.pages ?? []), [data]);
  const items = useMemo(
    () => known.filter((one) => !hidden.has(one.id) && fits(one, search.status)),
    [known, hidden, search.status],
  );
  const total = (data?.pages.at(-1)?.total ?? 0) - (known.length - items.length);
  return { ...query, items, total: query.hasNextPage ? Math.max(total, items.length) : items.length };
}

export type Queue = ReturnType<typeof useQueue>;

function fits(comment: QueueItem, wanted: CommentsSearch['status']): boolean {
  return wanted === undefined || wanted === decisionOn(comment);
}
