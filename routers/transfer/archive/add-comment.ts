import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment } from '../../../entities/comment.ts';
import { isWithdrawn } from '../../../shared/withdrawn.ts';
import { MAX_DEPTH, textFields } from '../../comments/submit.ts';
import { isSection } from '../../comments/thread.ts';
import { appError } from '../../errors.ts';
import { recordTag } from '../../events/record.ts';
import { findPost } from './find-post.ts';
import type { ArchivedComment } from './schemas.ts';

/**
 * Adds a comment as it was stored.
 *
 * @returns false if it is here already
 * @throws AppError with the reason why it is refused
 */
export async function addComment(tx: SqlEntityManager, comment: ArchivedComment): Promise<boolean> {
  const { id, author, content, sourceKey, status, heldBecause, likes, pinned, featured, owner } = comment;
  if ((await tx.count(Comment, { id })) > 0) return false;
  const section = isSection(comment.post) ? comment.post : null;
  const post = section === null ? await findPost(tx, comment.post) : null;
  const parent = comment.parent === null ? null : await tx.findOne(Comment, { id: comment.parent, post, section });
  if (comment.parent !== null && (!parent || parent.depth >= MAX_DEPTH)) {
    throw appError('BAD_REQUEST', `The comment "${comment.parent}", to which it replies, is not in this thread.`);
  }
  const isTaken = sourceKey !== null && (await tx.count(Comment, { sourceKey })) > 0;
  if (isTaken) throw appError('BAD_REQUEST', 'Another comment has its "sourceKey".');
  const { digest, ...texts } = textFields(author, content);
  const isDouble = (await tx.count(Comment, { post, section, digest })) > 0;
  tx.create(Comment, {
    ...texts,
    digest: isDouble || isWithdrawn(comment) ? null : digest,
    id,
    post,
    section,
    parent,
    depth: parent ? parent.depth + 1 : 1,
    status,
    heldBecause,
    verdict: null,
    likes,
    pinned,
    featured,
    owner,
    createdAt: comment.created_at,
    sourceKey,
    receiptHash: null,
  });
  await tx.flush();
  if (status === 'pending') recordTag(tx, 'moderation');
  return true;
}
