import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Comment } from '../../entities/comment.ts';
import type { TitledComment } from '../comments/schemas.ts';
import { commentsWithParents, titledColumns, titledShapeOf } from '../comments/shape.ts';
import type { Clock } from '../clock.ts';
import { forgetTexts } from './keep.ts';
import { recordEvent } from './record.ts';

/** Comments read at a time, so that no statement binds too many values. */
const AT_ONCE = 1000;

/**
 * Records a new comment with the flush that writes it. One that looks like a program's is not told of before it is
 * approved.
 */
export function recordCreated(em: SqlEntityManager, clock: Clock, comment: TitledComment): void {
  if (!looksLikeSpam(comment)) recordEvent(em, clock, 'comment.created', comment);
}

/** Approves those of these comments that are pending, and records it. */
export async function approveComments(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<number> {
  const changed = await kyselyOf(tx)
    .updateTable('comments')
    // The reason stays: the approval may be taken back.
    .set({ status: 'approved' })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  await recordApproved(
    tx,
    clock,
    changed.map(({ id }) => id),
  );
  return changed.length;
}

/** Records that these comments are approved now, in a transaction that approved them. */
export async function recordApproved(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await commentsWithParents(kyselyOf(tx))
      .leftJoin('posts', 'posts.key', 'comments.post_key')
      .select(titledColumns)
      .where('comments.id', 'in', ids.slice(at, at + AT_ONCE))
      .orderBy('comments.key')
      .execute();
    for (const row of rows) recordEvent(tx, clock, 'comment.approved', titledShapeOf(row));
  }
}

/**
 * Records that comments go, and takes their texts out of earlier events. Nobody is told of one that nobody knows, nor twice
 * of one whose text was gone already.
 */
export async function recordDeleted(
  tx: SqlEntityManager,
  clock: Clock,
  comments: readonly Pick<Comment, 'id' | 'status' | 'heldBecause' | 'digest'>[],
): Promise<void> {
  for (let at = 0; at < comments.length; at += AT_ONCE) {
    await forgetTexts(
      tx,
      comments.slice(at, at + AT_ONCE).map(({ id }) => id),
    );
  }
  for (const comment of comments) {
    if (comment.digest === null || looksLikeSpam(comment)) continue;
    recordEvent(tx, clock, 'comment.deleted', { id: comment.id });
  }
}

function looksLikeSpam({ status, heldBecause }: Pick<Comment, 'status' | 'heldBecause'>): boolean {
  return status === 'pending' && heldBecause === 'suspicious';
}
