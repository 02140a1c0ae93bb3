import { LockMode } from '@mikro-orm/core';

import { Comment } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { addressHashes } from '../base/address-hash.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { commentNotFound } from '../base/errors.ts';
import { checkPageOrigin } from '../core/origin.ts';
import { takesComments, visibleAt } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';

/**
 * Counts a like, once for each client IP.
 *
 * @returns the likes of the comment now
 * @throws NOT_FOUND for a comment that is not public; ORIGIN_NOT_ALLOWED
 */
export async function likeComment(ctx: CallContext, id: string): Promise<number> {
  const key = await findVisible(ctx, id);
  const { current, former } = await addressHashes(ctx);
  return ctx.em.fork().transactional(async (tx) => {
    // It may have been deleted or held in the meantime; the lock prevents both from now on.
    const where = { key, status: 'approved' } as const;
    const lock = { fields: ['key'], lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    if (!(await tx.findOne(Comment, where, lock))) throw commentNotFound();
    const db = kyselyOf(tx);
    // Stored under the new key too, so that the mark outlives the former key.
    const known = await db
      .selectFrom('comment_likes')
      .select('comment_key')
      .where('comment_key', '=', key)
      .where('address_hash', '=', former)
      .executeTakeFirst();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('comment_likes')
      .values({ comment_key: key, address_hash: current })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    const counted = known ? 0 : Number(numInsertedOrUpdatedRows ?? 0);
    // The database increments the counter, so that concurrent likes all count.
    const { likes } = await db
      .updateTable('comments')
      .set(({ eb }) => ({ likes: eb('likes', '+', counted) }))
      .where('key', '=', key)
      .returning('likes')
      .executeTakeFirstOrThrow();
    return likes;
  });
}

async function findVisible(ctx: CallContext, id: string): Promise<number> {
  const [row] = await visible(ctx.em, { id, now: timestamp(ctx.clock) });
  if (!row) throw commentNotFound();
  await checkPageOrigin(ctx, row.site);
  return row.key;
}

const visible = prepareQuery((db, { id, now }: { id: string; now: string }) =>
  db
    .selectFrom('comments')
    .leftJoin('threads', 'threads.post_key', 'comments.post_key')
    .select(['comments.key', 'threads.site'])
    .where('comments.id', '=', id)
    .where('comments.status', '=', 'approved')
    .where(({ or, eb }) =>
      or([
        eb('comments.section', 'is not', null),
        eb('threads.site', 'is not', null),
        eb('comments.post_key', 'in', (post) =>
          post.selectFrom('posts').select('posts.key').where(visibleAt(now, 'any')).where(takesComments),
        ),
      ]),
    ),
);
