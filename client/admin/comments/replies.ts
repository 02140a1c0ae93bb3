import { queryClient } from '../api/api.ts';
import type { TitledComment } from '../../api/types.ts';
import { cachedCommentsById, type QueueData } from './cache.ts';
import { QUEUE, THREAD } from '../api/query-keys.ts';
import { hiddenComments } from './hidden.ts';
import { distinct, nextPage } from './queue-pages.ts';
import type { CommentsSearch } from './search.ts';

/** The ids and those of all loaded visible replies, which the service deletes too. */
export function withReplies(ids: readonly string[]): string[] {
  const affected = new Set(ids);
  const comments = [...cachedCommentsById().values()];
  for (let size = 0; size !== affected.size;) {
    size = affected.size;
    for (const { id, parent_id } of comments) if (parent_id !== null && affected.has(parent_id)) affected.add(id);
  }
  const hidden = hiddenComments.get();
  return [...affected].filter((id) => !hidden.has(id));
}

/** The comment as it is cached, and all loaded comments above it. */
export function withParents(comment: TitledComment): TitledComment[] {
  const comments = cachedCommentsById();
  const path: TitledComment[] = [];
  for (let id: string | null = comment.id; id !== null;) {
    const one = comments.get(id);
    if (!one) break;
    path.push(one);
    id = one.parent_id;
  }
  return path;
}

/** Whether all replies to these comments are loaded, so that their number is known. */
export function areRepliesRead(ids: readonly string[]): boolean {
  const threads = queryClient.getQueriesData<TitledComment[]>({ queryKey: [THREAD] });
  const queues = queryClient.getQueriesData<QueueData>({ queryKey: [QUEUE] });
  const complete = new Set([
    ...threads.flatMap(([, thread]) => thread?.map(({ id }) => id) ?? []),
    ...queues.flatMap(([[, search], data]) => (data ? completeIn(search as CommentsSearch, data) : [])),
  ]);
  return ids.every((id) => complete.has(id));
}

/**
 * The comments of a queue whose replies are all loaded. Approved comments come last, newest first, so the queue has all
 * replies to comments newer than its last one.
 */
function completeIn({ status, search }: CommentsSearch, { pages, pageParams }: QueueData): string[] {
  const [last, lastNumber] = [pages.at(-1), pageParams.at(-1)];
  if (status !== undefined || search !== undefined || !last || lastNumber === undefined) return [];
  const items = distinct(pages);
  const isWhole = nextPage(last, pages, lastNumber) === undefined;
  const end = items.at(-1);
  const isRead = ({ date, readAs }: (typeof items)[number]) =>
    isWhole || readAs === 'approved' || (end?.readAs === 'approved' && date > end.date);
  return items.filter(isRead).map(({ id }) => id);
}
