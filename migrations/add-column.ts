import type { MigrationSchema } from './migration.ts';

/**
 * Adds a column unless the table has it already; SQLite itself has no `add column if not exists`.
 *
 * @param definition type and constraints, such as `integer not null default 0`
 */
export async function addColumn(
  { dialect, run, all }: MigrationSchema,
  table: string,
  column: string,
  definition: string,
): Promise<void> {
  if (dialect === 'postgres') return run(`alter table ${table} add column if not exists ${column} ${definition}`);
  const [known] = await all(`select 1 from pragma_table_info('${table}') where name = '${column}'`);
  if (!known) await run(`alter table ${table} add column ${column} ${definition}`);
}
