import { sql } from 'kysely';

import type { Database } from '../../server/storage/database/open.ts';

/** Tables, columns, indexes and constraints, as the database reports them. */
export async function schemaOf({ kysely, dialect }: Database): Promise<unknown[]> {
  const tables = await kysely.introspection.getTables();
  const statement =
    dialect === 'sqlite'
      ? sql`select name, sql from sqlite_master order by name`
      : sql`select indexdef as definition from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by 1`;
  return [tables, (await statement.execute(kysely)).rows];
}
