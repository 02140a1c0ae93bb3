import type { TitledComment } from '../../types.ts';
import { calls } from './calls.ts';
import { SIZE } from './queue-pages.ts';

/**
 * Everything that was written below the same first comment, that one included; the oldest first. Replies are newer than
 * what they answer: so the newest are read until the first one is there.
 */
export async function readThread({ id, post_id: post }: TitledComment, signal: AbortSignal): Promise<TitledComment[]> {
  const read = new Map<string, TitledComment>();
  for (let page = 1; ; page++) {
    const { comments, total } = await calls.all.query({ post, page, pageSize: SIZE }, { signal });
    for (const comment of comments) read.set(comment.id, comment);
    const first = firstOf(id, read);
    if (first?.parent_id === null || page * SIZE >= total) {
      return [...read.values()].filter((one) => first && firstOf(one.id, read) === first).toReversed();
    }
  }
}

/** The highest comment above another, as far as it was read. */
function firstOf(id: string, read: ReadonlyMap<string, TitledComment>): TitledComment | undefined {
  const comment = read.get(id);
  return (comment?.parent_id && firstOf(comment.parent_id, read)) || comment;
}
