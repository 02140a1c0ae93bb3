import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Comment } from '../../entities/comment.ts';
import { inChunks } from '../../shared/chunks.ts';
import type { AnnouncedComment } from './answers.ts';
import { commentsWithParents, titledColumns, toAnnouncedComment } from './shape.ts';
import type { Clock } from '../base/clock.ts';
import { decidedVerdictColumn } from './spam-filter/verdict.ts';
import { forgetTexts } from '../data/forget-texts.ts';
import { recordEvent, recordTag } from '../data/record.ts';
import { unindexed } from '../data/unindexed.ts';

/** Comments per read, which limits the number of bound values. */
const AT_ONCE = 1000;

/**
 * Records a new comment in the flush that writes it. Spam has no event before it is approved; only the app is notified.
 */
export function recordCreated(
  em: SqlEntityManager,
  clock: Clock,
  comment: AnnouncedComment,
  verdict: Comment['verdict'],
): void {
  if (looksLikeSpam({ ...comment, verdict })) recordTag(em, 'moderation');
  else recordEvent(em, clock, 'comment.created', comment);
}

/** Approves the pending ones of these comments, and records it. */
export async function approveComments(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<number> {
  const changed = await kyselyOf(tx)
    .updateTable('comments')
    // The reason stays, because the approval may be undone.
    .set({ status: 'approved', verdict: decidedVerdictColumn })
    .where('id', 'in', ids)
    .where(unindexed('status'), '=', 'pending')
    .returning('id')
    .execute();
  await recordApproved(
    tx,
    clock,
    changed.map(({ id }) => id),
  );
  return changed.length;
}

/** Records that these comments have been approved, in the same transaction. */
export async function recordApproved(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<void> {
  for (const some of inChunks(ids, AT_ONCE)) {
    const rows = await commentsWithParents(kyselyOf(tx))
      .leftJoin('posts', 'posts.key', 'comments.post_key')
      .leftJoin('threads', 'threads.post_key', 'comments.post_key')
      .select(titledColumns)
      .where('comments.id', 'in', some)
      .orderBy('comments.key')
      .execute();
    for (const row of rows) recordEvent(tx, clock, 'comment.approved', toAnnouncedComment(row));
  }
}

/**
 * Records the deletion of comments, and removes their texts from earlier events. Comments without earlier events, and
 * those whose text was already removed, have no event.
 */
export async function recordDeleted(
  tx: SqlEntityManager,
  clock: Clock,
  comments: readonly Pick<Comment, 'id' | 'status' | 'heldBecause' | 'verdict' | 'digest'>[],
): Promise<void> {
  const ids = comments.map(({ id }) => id);
  for (const some of inChunks(ids, AT_ONCE)) await forgetTexts(tx, some);
  for (const comment of comments) {
    if (comment.digest === null || looksLikeSpam(comment)) recordTag(tx, 'moderation');
    else recordEvent(tx, clock, 'comment.deleted', { id: comment.id });
  }
}

/** False for a comment that the filter only holds: the owner is notified of it. */
function looksLikeSpam({ status, heldBecause, verdict }: Spammy): boolean {
  return status === 'pending' && heldBecause === 'suspicious' && verdict !== 'held';
}

type Spammy = Pick<AnnouncedComment, 'status'> & {
  heldBecause?: AnnouncedComment['heldBecause'] | undefined;
  verdict?: Comment['verdict'];
};
