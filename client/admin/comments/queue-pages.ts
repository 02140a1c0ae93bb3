import type { InfiniteData } from '@tanstack/react-query';

import type { BlogOutputs, TitledComment } from '../../types.ts';
import { calls } from './calls.ts';
import { gone } from './gone.ts';
import { inTurn } from './in-turn.ts';
import type { CommentsSearch } from './search.ts';

/** How many comments are read at once; the service gives no more. */
export const SIZE = 100;

/** A comment of the queue, with the status that it had when it was read: by that the service has it in its order. */
export type QueueItem = TitledComment & { readAs: TitledComment['status'] };
type Answer = BlogOutputs['comments']['all'];
export type QueuePage = Omit<Answer, 'comments'> & { comments: QueueItem[] };
export type QueueData = InfiniteData<QueuePage, number>;

/** Reads a page of the queue: those that wait first, then the newest. */
export async function readPage(search: CommentsSearch, page: number, signal: AbortSignal): Promise<QueuePage> {
  const asked = { ...search, order: 'held', page, pageSize: SIZE } as const;
  const answer = await inTurn(() => calls.all.query(asked, { signal }));
  return { ...answer, comments: answer.comments.map((comment) => ({ ...comment, readAs: comment.status })) };
}

/**
 * The page to read next; undefined at the end. Whatever was decided meanwhile left its place in the order of the service,
 * and what comes after it moved up: so the next page may bring some that are there already, but none is passed over.
 */
export function nextPage(last: QueuePage, pages: readonly QueuePage[], lastNumber: number): number | undefined {
  if (lastNumber * SIZE >= last.total) return undefined;
  const deleted = gone.get();
  const known = distinct(pages);
  const inPlace = known.filter(({ id, status, readAs }) => status === readAs && deleted.get(id) !== 'deleted');
  const next = Math.floor(inPlace.length / SIZE) + 1;
  const before = new Set(pages.slice(0, -1).flatMap(({ comments }) => comments.map(({ id }) => id)));
  const broughtNothing = last.comments.every(({ id }) => before.has(id));
  return broughtNothing ? Math.max(next, lastNumber + 1) : next;
}

/** Each comment once, where it came first. */
export function distinct(pages: readonly QueuePage[]): QueueItem[] {
  const byId = new Map<string, QueueItem>();
  for (const { comments } of pages) {
    for (const comment of comments) if (!byId.has(comment.id)) byId.set(comment.id, comment);
  }
  return [...byId.values()];
}
