import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { prepareQuery } from '../base/prepare-query.ts';

/** Without a parameter: PostgreSQL takes the statement together with the beginning of the transaction. */
const VERSION = sql.lit('version');

/**
 * Takes the next version from the one counter of the database. Inside a transaction the counter's row stays locked
 * until its end, so versions become visible in the order in which they were taken.
 */
export async function nextVersion(em: SqlEntityManager): Promise<number> {
  const [row] = await takeNext(em, {});
  return row!.value;
}

const takeNext = prepareQuery((db) =>
  db
    .updateTable('sequences')
    .set(({ eb }) => ({ value: eb('value', '+', sql.lit(1)) }))
    .where('name', '=', VERSION)
    .returning('value'),
);

/**
 * Locks the counter, which excludes other writers of posts until the transaction ends. Transactions that read posts
 * before changing them take this lock first. The reverse order, a row of a post and then the counter, would deadlock.
 * On SQLite, every transaction excludes all other writers from its beginning.
 */
export async function lockVersions(tx: SqlEntityManager): Promise<void> {
  if (!(tx.getPlatform() instanceof SqlitePlatform)) await lock(tx, {});
}

const lock = prepareQuery((db) => db.selectFrom('sequences').select('value').where('name', '=', VERSION).forUpdate());

/** The current values of sequences; 0 for one without a row. */
export async function readSequences<N extends string>(em: SqlEntityManager, names: N[]): Promise<Record<N, number>> {
  const rows = await values(em, { names });
  const known = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? 0])) as Record<N, number>;
}

const values = prepareQuery((db, { names }: { names: string[] }) =>
  db.selectFrom('sequences').select(['name', 'value']).where('name', 'in', names),
);
