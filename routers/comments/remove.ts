import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { inPieces } from '../in-pieces.ts';

/**
 * Removes comments, and all replies to them.
 *
 * @param tx a transaction
 * @returns how many are gone
 */
export async function removeComments(tx: SqlEntityManager, ids: readonly string[]): Promise<number> {
  const doomed = await kyselyOf(tx)
    .withRecursive('doomed', (db) =>
      db
        .selectFrom('comments')
        .select('comments.key')
        .where('comments.id', 'in', ids)
        .union(
          db.selectFrom('comments').innerJoin('doomed', 'doomed.key', 'comments.parent_key').select('comments.key'),
        ),
    )
    .selectFrom('doomed')
    .select('key')
    .orderBy('key', 'desc')
    .execute();
  await removeRows(tx, doomed);
  return doomed.length;
}

/** Removes all comments on some posts. */
export async function removeCommentsOn(tx: SqlEntityManager, postKeys: readonly number[]): Promise<void> {
  const comments = kyselyOf(tx).selectFrom('comments').select('key').where('post_key', 'in', postKeys);
  await removeRows(tx, await comments.orderBy('key', 'desc').execute());
}

/** @param rows the latest first: replies are later than what they answer, so no deletion has to look for them */
async function removeRows(tx: SqlEntityManager, rows: readonly { key: number }[]): Promise<void> {
  const keys = rows.map(({ key }) => key);
  await inPieces(tx, keys, (some) => kyselyOf(tx).deleteFrom('comments').where('key', 'in', some).execute());
}
