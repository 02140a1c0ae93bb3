import type { TitledComment } from '../../types.ts';
import { queryClient, trpc } from '../api/api.ts';
import type { QueueData } from './queue-pages.ts';

/** The first word of the keys under which queues and threads are kept. */
export const QUEUE = 'comments-queue';
export const THREAD = 'comments-thread';

type Fields = Partial<TitledComment>;

/** Every comment that the app has read, by id. */
export function known(): Map<string, TitledComment> {
  const queues = queryClient.getQueriesData<QueueData>({ queryKey: [QUEUE] });
  const threads = queryClient.getQueriesData<TitledComment[]>({ queryKey: [THREAD] });
  const all = [
    ...threads.flatMap(([, thread]) => thread ?? []),
    ...queues.flatMap(([, data]) => data?.pages.flatMap(({ comments }) => comments) ?? []),
  ];
  return new Map(all.map((comment) => [comment.id, comment]));
}

/** Changes comments wherever they are shown. */
export function change(changes: ReadonlyMap<string, Fields>): void {
  const changed = <C extends TitledComment>(comments: C[]): C[] =>
    comments.some(({ id }) => changes.has(id)) ? comments.map((one) => ({ ...one, ...changes.get(one.id) })) : comments;
  queryClient.setQueriesData<QueueData>(
    { queryKey: [QUEUE] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, comments: changed(page.comments) })) },
  );
  queryClient.setQueriesData<TitledComment[]>({ queryKey: [THREAD] }, (thread) => thread && changed(thread));
}

/** Counts so many more, or fewer, as waiting, until the service says how many there are. */
export function countHeld(more: number): void {
  queryClient.setQueryData(trpc.comments.all.queryKey({ status: 'pending', pageSize: 1 }), (old) => {
    return old && { ...old, total: Math.max(0, old.total + more) };
  });
}

/** Reads anew what other screens and the frame show of comments. */
export function refreshOthers(): void {
  void queryClient.invalidateQueries(trpc.comments.pathFilter());
}
