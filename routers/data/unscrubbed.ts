import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';

/** The row of `sequences` that exists while the database may contain traces of encrypted or deleted texts. */
export const UNSCRUBBED = 'unscrubbed';

/** Marks, in the transaction that encrypts or deletes, that traces must be removed, even after a crash. */
export async function markUnscrubbed(tx: SqlEntityManager): Promise<void> {
  await kyselyOf(tx)
    .insertInto('sequences')
    .values({ name: UNSCRUBBED, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: sql`${ref('sequences.value')} + 1` })),
    )
    .execute();
}
