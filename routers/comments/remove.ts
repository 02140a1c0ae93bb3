import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';

/**
 * Deletes comments. The foreign key deletes their replies.
 *
 * @param tx a transaction
 * @returns the number of deleted comments
 */
export async function removeComments(tx: SqlEntityManager, ids: readonly string[]): Promise<number> {
  const { total } = await kyselyOf(tx)
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
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  await kyselyOf(tx).deleteFrom('comments').where('id', 'in', ids).execute();
  return Number(total);
}
