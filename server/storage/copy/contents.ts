import { sql } from 'kysely';

import { entities } from '../../../entities/index.ts';
import { migrations } from '../../../migrations/index.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { hasTable, isCopied, tablesOf, type AnyTables, type Row, type Table } from '../database/tables.ts';

/** Each database has its own rows of these, even one that is empty. */
const OWN_ROWS = new Set(['identity', 'marked_places']);

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
    if (found.length > 0 && serializeRows(found) !== serializeRows(rows)) filled.push(name);
  }
  return filled.sort();
}

/**
 * The triggers and views of an SQLite file that no migration made: they would change what the service writes and reads.
 *
 * @returns their types and names, such as `trigger t`
 */
export async function foreignPrograms(database: AnyTables): Promise<string[]> {
  const own = await ownPrograms();
  const found = await readPrograms(database);
  return found.filter(({ sql }) => !own.has(sql)).map(({ type, name }) => `${type} ${name}`);
}

interface Program {
  type: 'trigger' | 'view';
  name: string;
  sql: string;
}

/** The triggers and views that migrations make, those included that later ones replace: a backup may be older. */
async function ownPrograms(): Promise<Set<string>> {
  const database = await openDatabase<Record<string, Row>>({ url: 'sqlite::memory:', entities });
  const own = new Set<string>();
  try {
    for (const at of migrations.keys()) {
      await migrate(database, migrations.slice(0, at + 1));
      for (const { sql } of await readPrograms(database.kysely)) own.add(sql);
    }
    return own;
  } finally {
    await database.close();
  }
}

async function readPrograms(database: AnyTables): Promise<Program[]> {
  const found = sql<Program>`select type, name, sql from sqlite_schema where type in ('trigger', 'view') order by name`;
  return (await found.execute(database)).rows;
}

/** The rows that migrations insert. */
function freshRows(): Promise<Map<string, Row[]>> {
  return withFresh(async (database) => {
    const rows = new Map<string, Row[]>();
    for (const { name } of tablesOf(database.orm)) {
      if (!OWN_ROWS.has(name) && isCopied(name)) rows.set(name, await firstRows(database.kysely, name, 1000));
    }
    return rows;
  });
}

/** Runs `read` on a new database in memory. */
async function withFresh<T>(read: (database: Database<Record<string, Row>>) => Promise<T>): Promise<T> {
  const database = await openDatabase<Record<string, Row>>({ url: 'sqlite::memory:', entities });
  try {
    await migrate(database, migrations);
    return await read(database);
  } finally {
    await database.close();
  }
}

async function firstRows(database: AnyTables, name: Table['name'], limit: number): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(name)} limit ${limit}`.execute(database)).rows;
}

/** Ignores the order of rows and columns. */
function serializeRows(rows: Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
  return texts.sort().join('\n');
}
