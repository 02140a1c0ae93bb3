import { sql } from 'kysely';

import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { hasTable, tablesOf, type AnyTables, type Row, type Table } from './tables.ts';

/**
 * The tables with rows that the migrations did not insert.
 *
 * @returns their names; none for an empty database
 */
export async function filledTables(database: AnyTables, dialect: Database['dialect']): Promise<string[]> {
  const fresh = await freshRows();
  const filled: string[] = [];
  for (const [name, rows] of fresh) {
    if (!(await hasTable(database, dialect, name))) continue;
    const found = await firstRows(database, name, rows.length + 1);
    if (found.length > 0 && textOf(found) !== textOf(rows)) filled.push(name);
  }
  return filled.sort();
}

/** The rows that migrations insert, from a new database in memory. */
async function freshRows(): Promise<Map<string, Row[]>> {
  const database = await openDatabase<Record<string, Row>>({ url: 'sqlite::memory:', entities });
  try {
    await migrate(database, migrations);
    const rows = new Map<string, Row[]>();
    for (const { name } of tablesOf(database.orm)) rows.set(name, await firstRows(database.kysely, name, 1000));
    return rows;
  } finally {
    await database.close();
  }
}

async function firstRows(database: AnyTables, name: Table['name'], limit: number): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(name)} limit ${limit}`.execute(database)).rows;
}

/** Ignores the order of rows and columns. */
function textOf(rows: Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
  return texts.sort().join('\n');
}
