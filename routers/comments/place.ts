import type { CallContext } from '../core/context.ts';
import { formatCursor } from '../data/cursor.ts';
import { commentNotFound } from '../base/errors.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { isStorable } from '../base/text.ts';
import { MAX_LISTED } from './listing.ts';
import { inThread, threadKey, type ThreadKey } from './thread-key.ts';
import { findCurrent, type Thread } from './thread.ts';

/**
 * Finds the list that contains an approved comment, however old it is.
 *
 * @param id of the thread, or a former id of its post
 * @param limit the comments of a list
 * @returns the thread, and the cursor of the list; no cursor for the list of the newest comments
 * @throws NOT_FOUND
 */
export async function findPlace(
  ctx: CallContext,
  id: string,
  commentId: string,
  limit = MAX_LISTED,
): Promise<{ thread: Thread; before?: string }> {
  const thread = await findCurrent(ctx, id);
  const window = thread.isHidden ? null : await findWindow(ctx, thread, commentId, limit);
  if (!window) throw commentNotFound();
  return { thread, ...(window.end !== undefined && { before: formatCursor(window.end) }) };
}

/**
 * The list that contains an approved comment, with as many later ones, so that readers see the replies as well.
 *
 * @returns the key before which it ends, none for the list of the newest comments; null if there is no such comment
 */
export async function findWindow(
  { em }: Pick<CallContext, 'em'>,
  thread: Pick<Thread, 'postKey' | 'section'>,
  commentId: string,
  limit: number,
): Promise<{ end?: number } | null> {
  const key = threadKey(thread);
  const [comment] = isStorable(commentId) ? await approved(em, { ...key, commentId }) : [];
  if (!comment) return null;
  const later = await following(em, { ...key, after: comment.key, limit });
  const end = later.length < limit ? undefined : later[Math.floor(limit / 2)];
  return end ? { end: end.key } : {};
}

const approved = prepareQuery((db, { commentId, ...thread }: ThreadKey & { commentId: string }) =>
  db
    .selectFrom('comments')
    .select('comments.key')
    .where('comments.id', '=', commentId)
    .where('comments.status', '=', 'approved')
    .where(inThread(thread)),
);

const following = prepareQuery((db, { after, limit, ...thread }: ThreadKey & { after: number; limit: number }) =>
  db
    .selectFrom('comments')
    .select('comments.key')
    .where(inThread(thread))
    .where('comments.status', '=', 'approved')
    .where('comments.key', '>', after)
    .orderBy('comments.key')
    .limit(limit),
);
