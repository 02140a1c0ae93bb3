import { randomInt } from 'node:crypto';

import { sql } from 'kysely';

import { hasTable, type AnyTables } from './tables.ts';

/**
 * Prepares a restored database for those who followed the one before: cursors from then are not valid here, since the
 * change sequence may count other changes by the same numbers. What became public after the backup was made is not
 * reported again.
 *
 * @param database SQLite, as the backup has it; a later migration may still be due
 */
export async function beginEpoch(database: AnyTables, now: string): Promise<void> {
  const epoch = randomInt(1, 2 ** 31 - 1);
  await sql`insert into sequences (name, value) values ('epoch', ${epoch})
    on conflict (name) do update set value = excluded.value`.execute(database);
  if (!(await hasTable(database, 'sqlite', 'jobs'))) return;
  await sql`update posts set public_since = publish_at
    where public_since is null and status = 'published' and publish_at <= ${now}`.execute(database);
  await sql`delete from jobs where kind = 'publish' and run_at <= ${now}`.execute(database);
}
