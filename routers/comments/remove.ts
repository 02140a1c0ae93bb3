import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Clock } from '../clock.ts';
import { recordDeleted } from '../events/comments.ts';

/**
 * Deletes comments. The foreign key deletes their replies.
 *
 * @param tx a transaction
 * @returns the number of deleted comments
 */
export async function removeComments(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<number> {
  const found = kyselyOf(tx)
    .withRecursive('removed', (db) =>
      db
        .selectFrom('comments')
        .select('comments.key')
        .where('comments.id', 'in', ids)
        .union(
          db.selectFrom('comments').innerJoin('removed', 'removed.key', 'comments.parent_key').select('comments.key'),
        ),
    )
    .selectFrom('removed')
    .innerJoin('comments', 'comments.key', 'removed.key')
    .select([
      'comments.id',
      'comments.status',
      'comments.held_because as heldBecause',
      'comments.verdict',
      'comments.digest',
    ])
    .orderBy('comments.key');
  // A comment that another call deletes at the same time is deleted, counted and announced once.
  const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
  const removed = await (isSqlite ? found : found.forUpdate('comments')).execute();
  await recordDeleted(tx, clock, removed);
  await kyselyOf(tx).deleteFrom('comments').where('id', 'in', ids).execute();
  return removed.length;
}
