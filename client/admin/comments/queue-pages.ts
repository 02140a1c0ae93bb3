import { changesFromNow, type QueueItem, type QueuePage } from './cache.ts';
import { calls } from './calls.ts';
import { decisionOn } from './decision.ts';
import { hiddenComments } from './hidden.ts';
import { enqueue } from './call-queue.ts';
import { toFilter, type CommentsSearch } from './search.ts';

/** The page size, the maximum of the service. */
export const PAGE_SIZE = 100;

/** Reads a page of the queue: pending comments first, then the newest. */
export async function readPage(search: CommentsSearch, page: number, signal: AbortSignal): Promise<QueuePage> {
  const input = { ...toFilter(search), order: 'held', page, pageSize: PAGE_SIZE } as const;
  const withChanges = changesFromNow();
  const response = await enqueue(() => calls.all.query(input, { signal }));
  const comments = response.comments.map((comment) => ({ ...comment, readAs: decisionOn(comment) }));
  return { ...response, comments: withChanges(comments) };
}

/**
 * The next page to read; undefined at the end. Decided comments have moved in the order of the service, and later ones
 * moved up. Therefore the next page may contain known comments, but none is skipped.
 */
export function nextPage(last: QueuePage, pages: readonly QueuePage[], lastNumber: number): number | undefined {
  if (lastNumber * PAGE_SIZE >= last.total) return undefined;
  const deleted = hiddenComments.get();
  const known = distinct(pages);
  const inPlace = known.filter((one) => decisionOn(one) === one.readAs && deleted.get(one.id) !== 'deleted');
  const next = Math.floor(inPlace.length / PAGE_SIZE) + 1;
  const before = new Set(pages.slice(0, -1).flatMap(({ comments }) => comments.map(({ id }) => id)));
  const hasNothingNew = last.comments.every(({ id }) => before.has(id));
  return hasNothingNew ? Math.max(next, lastNumber + 1) : next;
}

/** Removes duplicates; the first occurrence stays. */
export function distinct(pages: readonly QueuePage[]): QueueItem[] {
  const byId = new Map<string, QueueItem>();
  for (const { comments } of pages) {
    for (const comment of comments) if (!byId.has(comment.id)) byId.set(comment.id, comment);
  }
  return [...byId.values()];
}
