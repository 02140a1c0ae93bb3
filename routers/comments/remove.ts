import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Clock } from '../base/clock.ts';
import { recordDeleted } from './announce.ts';

/**
 * Deletes comments. The foreign key deletes their replies.
 *
 * @param tx a transaction
 * @returns the number of deleted comments
 */
export async function removeComments(tx: SqlEntityManager, clock: Clock, ids: readonly string[]): Promise<number> {
  // A comment that another call deletes at the same time is deleted, counted and announced once.
  const removed = await lockComments(tx, ids);
  if (removed.length === 0) return 0;
  await recordDeleted(tx, clock, removed);
  await kyselyOf(tx).deleteFrom('comments').where('id', 'in', ids).execute();
  return removed.length;
}

/**
 * Locks comments and their replies, before anything is decided on them. All who change many comments do so in this
 * order, so that they do not deadlock.
 *
 * @returns them, as they are now
 */
export async function lockComments(tx: SqlEntityManager, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = kyselyOf(tx)
    .withRecursive('threads', (db) =>
      db
        .selectFrom('comments')
        .select('comments.key')
        .where('comments.id', 'in', ids)
        .union(
          db.selectFrom('comments').innerJoin('threads', 'threads.key', 'comments.parent_key').select('comments.key'),
        ),
    )
    .selectFrom('threads')
    // For the order, SQLite would otherwise read all comments, and look for each among these.
    .crossJoin('comments')
    .whereRef('comments.key', '=', 'threads.key')
    .select([
      'comments.id',
      'comments.status',
      'comments.held_because as heldBecause',
      'comments.verdict',
      'comments.digest',
    ])
    .orderBy('comments.key');
  const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
  return (isSqlite ? found : found.forUpdate('comments')).execute();
}
