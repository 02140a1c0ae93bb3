import type { CallContext } from '../core/context.ts';
import { cursorOf } from '../data/cursor.ts';
import { commentNotFound } from '../base/errors.ts';
import { prepared } from '../base/prepared.ts';
import { isStorable } from '../base/text.ts';
import { MAX_LISTED } from './read.ts';
import { inThread, keyOf, type ThreadKey } from './thread-key.ts';
import { findCurrent, type Thread } from './thread.ts';

/** Later comments that an older list contains, so that readers see the replies as well. */
const FOLLOWING = MAX_LISTED / 2;

/**
 * Finds the list that contains an approved comment, however old it is.
 *
 * @param id of the thread, or a former id of its post
 * @returns the thread, and the cursor of the list; no cursor for the list of the newest comments
 * @throws NOT_FOUND
 */
export async function findPlace(
  ctx: CallContext,
  id: string,
  commentId: string,
): Promise<{ thread: Thread; before?: string }> {
  const thread = await findCurrent(ctx, id);
  const key = keyOf(thread);
  const [comment] = thread.isHidden || !isStorable(commentId) ? [] : await approved(ctx.em, { ...key, commentId });
  if (!comment) throw commentNotFound();
  const later = await following(ctx.em, { ...key, after: comment.key });
  const end = later.length < MAX_LISTED ? undefined : later[FOLLOWING];
  return { thread, ...(end && { before: cursorOf(end.key) }) };
}

const approved = prepared((db, { commentId, ...thread }: ThreadKey & { commentId: string }) =>
  db
    .selectFrom('comments')
    .select('comments.key')
    .where('comments.id', '=', commentId)
    .where('comments.status', '=', 'approved')
    .where(inThread(thread)),
);

const following = prepared((db, { after, ...thread }: ThreadKey & { after: number }) =>
  db
    .selectFrom('comments')
    .select('comments.key')
    .where(inThread(thread))
    .where('comments.status', '=', 'approved')
    .where('comments.key', '>', after)
    .orderBy('comments.key')
    .limit(MAX_LISTED),
);
