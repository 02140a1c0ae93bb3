import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepared } from './prepared.ts';

/**
 * Takes the next version from the one counter of the database. Inside a transaction the counter's row stays locked
 * until its end, so versions become visible in the order in which they were taken.
 */
export async function nextVersion(em: SqlEntityManager): Promise<number> {
  const [row] = await takeNext(em, {});
  return row!.value;
}

const takeNext = prepared((db) =>
  db
    .updateTable('sequences')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'version')
    .returning('value'),
);

/**
 * Waits until nobody else writes posts, and keeps it so until the transaction ends. Whoever looks at posts and then
 * changes them takes this lock first: one that held a post's row and then waited for the counter would wait for one
 * that holds the counter and wants that row.
 */
export async function lockVersions(tx: SqlEntityManager): Promise<void> {
  await lock(tx, {});
}

const lock = prepared((db) =>
  db
    .updateTable('sequences')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', 'version'),
);
