import type { InfiniteData } from '@tanstack/react-query';

import type { BlogOutputs, TitledComment } from '../../api/types.ts';
import { queryClient, trpc } from '../api/api.ts';
import { QUEUE, THREAD } from '../api/query-keys.ts';
import type { Decision } from './decision.ts';

/** A comment of the queue with the status it had when it was read, which determines its position. */
export type QueueItem = TitledComment & { readAs: Decision };
type Response = BlogOutputs['comments']['all'];
export type QueuePage = Omit<Response, 'comments'> & { comments: QueueItem[] };
export type QueueData = InfiniteData<QueuePage, number>;

type Fields = Partial<TitledComment>;

/** All comments in the query cache by id. */
export function cachedCommentsById(): Map<string, TitledComment> {
  const queues = queryClient.getQueriesData<QueueData>({ queryKey: [QUEUE] });
  const threads = queryClient.getQueriesData<TitledComment[]>({ queryKey: [THREAD] });
  const all = [
    ...threads.flatMap(([, thread]) => thread ?? []),
    ...queues.flatMap(([, data]) => data?.pages.flatMap(({ comments }) => comments) ?? []),
  ];
  return new Map(all.map((comment) => [comment.id, comment]));
}

type Changes = ReadonlyMap<string, Fields>;

/** All changes of this page, for responses that do not have them yet. */
const made: Changes[] = [];

/** Changes comments in all cached queries, and in those that are being read. */
export function changeCached(changes: Changes): void {
  made.push(changes);
  const changed = changedBy(changes);
  queryClient.setQueriesData<QueueData>(
    { queryKey: [QUEUE] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, comments: changed(page.comments) })) },
  );
  queryClient.setQueriesData<TitledComment[]>({ queryKey: [THREAD] }, (thread) => thread && changed(thread));
}

/** Called before comments are read: the result makes those changes in them that are made until they are there. */
export function changesFromNow(): <C extends TitledComment>(comments: C[]) => C[] {
  const from = made.length;
  return (comments) => made.slice(from).reduce((all, changes) => changedBy(changes)(all), comments);
}

function changedBy(changes: Changes) {
  return <C extends TitledComment>(comments: C[]): C[] =>
    comments.some(({ id }) => changes.has(id)) ? comments.map((one) => ({ ...one, ...changes.get(one.id) })) : comments;
}

/** Adjusts the count of pending comments until it is read again. */
export function adjustPendingCount(change: number): void {
  queryClient.setQueryData(trpc.comments.all.queryKey({ status: 'pending', pageSize: 1 }), (old) => {
    return old && { ...old, total: Math.max(0, old.total + change) };
  });
}

/** Invalidates the comments of other screens and the frame. */
export function refreshOthers(): void {
  void queryClient.invalidateQueries(trpc.comments.pathFilter());
}
