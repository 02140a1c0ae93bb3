import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../entities/kysely.ts';

/**
 * Takes the next version from the one counter of the database. Inside a transaction the counter's row stays locked
 * until its end, so versions become visible in the order in which they were taken.
 */
export async function nextVersion(em: SqlEntityManager): Promise<number> {
  const row = await kyselyOf(em)
    .updateTable('sequences')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'version')
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}
