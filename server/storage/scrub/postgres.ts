import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { UNSCRUBBED } from '../../../routers/data/unscrubbed.ts';

/** The tables with texts of posts, or data derived from them. */
const TABLES = [
  'posts',
  'post_tags',
  'post_search',
  'post_fts',
  'revisions',
  'working_copies',
  'renderings',
  'events',
  'deliveries',
];
/** An arbitrary number, the same in all instances. */
const LOCK = 7_236_001;

/**
 * Removes dead rows from tables and indexes with texts of posts, if they are marked as having any. GIN keeps the words
 * of dead rows in any case, so its indexes are rebuilt concurrently. Only one instance runs it at a time.
 * @returns false while an older transaction may still see such a row, or another instance is running it
 */
export async function vacuum(kysely: Kysely<Tables>): Promise<boolean> {
  if ((await markIn(kysely)) === undefined) return true;
  return kysely.connection().execute(async (connection) => {
    const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_lock(${LOCK}) as has`.execute(connection);
    if (!rows[0]?.has) return false;
    try {
      await sql`set statement_timeout = 0`.execute(connection);
      const mark = await markIn(connection);
      if (mark === undefined) return true;
      if (!(await removeDeadRows(connection))) return false;
      await buildGinAgain(connection);
      await connection.deleteFrom('sequences').where('name', '=', UNSCRUBBED).where('value', '=', mark).execute();
      return (await markIn(connection)) === undefined;
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

async function markIn(kysely: Kysely<Tables>): Promise<number | undefined> {
  const row = await kysely.selectFrom('sequences').select('value').where('name', '=', UNSCRUBBED).executeTakeFirst();
  return row?.value;
}

/** @returns whether no dead rows remain, TOAST tables included */
async function removeDeadRows(connection: Kysely<Tables>): Promise<boolean> {
  await sql`vacuum ${sql.join(TABLES.map((name) => sql.table(name)))}`.execute(connection);
  const { rows } = await sql<{ dead: number }>`
    select coalesce(sum(n_dead_tup), 0) as dead from pg_stat_all_tables
    where relid in (select unnest(array[oid, reltoastrelid]) from pg_class where oid in (${oids()}))`.execute(
    connection,
  );
  return rows[0]?.dead === 0;
}

async function buildGinAgain(connection: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string; is_left_over: boolean }>`
    select index.relname as name, not pg_index.indisvalid and index.relname ~ '_cc(new|old)[0-9]*$' as is_left_over
    from pg_index join pg_class index on index.oid = pg_index.indexrelid join pg_am on pg_am.oid = index.relam
    where pg_index.indrelid in (${oids()}) and pg_am.amname = 'gin'`.execute(connection);
  for (const { name, is_left_over } of rows) {
    // Left over from an interrupted build.
    if (is_left_over) await sql`drop index concurrently if exists ${sql.table(name)}`.execute(connection);
    else await sql`reindex index concurrently ${sql.table(name)}`.execute(connection);
  }
}

function oids() {
  return sql.join(TABLES.map((name) => sql`to_regclass(${name})`));
}
