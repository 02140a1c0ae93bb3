import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../entities/kysely.ts';

/** The row of `sequences` that is there while the database may hold traces of what was encrypted or deleted. */
export const UNSCRUBBED = 'unscrubbed';

/** Notes, in the transaction that encrypts or deletes, that traces are to be removed: a crash does not forget it. */
export async function markUnscrubbed(tx: SqlEntityManager): Promise<void> {
  await kyselyOf(tx)
    .insertInto('sequences')
    .values({ name: UNSCRUBBED, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: sql`${ref('sequences.value')} + 1` })),
    )
    .execute();
}
