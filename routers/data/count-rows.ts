import type { SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';

/** The number of rows that a query finds. */
export async function countRows<TB extends keyof Tables>(query: SelectQueryBuilder<Tables, TB, {}>): Promise<number> {
  const { total } = await query.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  // A string from PostgreSQL.
  return Number(total);
}
