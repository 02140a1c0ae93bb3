import type { TitledComment } from '../../api/types.ts';
import { changesFromNow } from './cache.ts';
import { enqueue } from './call-queue.ts';
import { calls } from './calls.ts';
import { PAGE_SIZE } from './queue-pages.ts';

/**
 * The whole thread of a comment, the oldest first. Replies are newer than their parents, so pages are read from the
 * newest until the root is found.
 */
export async function readThread({ id, post_id: post }: TitledComment, signal: AbortSignal): Promise<TitledComment[]> {
  const read = new Map<string, TitledComment>();
  const withChanges = changesFromNow();
  for (let page = 1; ; page++) {
    const { comments, total } = await enqueue(() => calls.all.query({ post, page, pageSize: PAGE_SIZE }, { signal }));
    for (const comment of comments) read.set(comment.id, comment);
    const first = rootOf(id, read);
    if (first?.parent_id === null || page * PAGE_SIZE >= total) {
      return withChanges([...read.values()].filter((one) => first && rootOf(one.id, read) === first).toReversed());
    }
  }
}

/** The topmost ancestor that has been read. */
function rootOf(id: string, read: ReadonlyMap<string, TitledComment>): TitledComment | undefined {
  const comment = read.get(id);
  return (comment?.parent_id && rootOf(comment.parent_id, read)) || comment;
}
