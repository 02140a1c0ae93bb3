import { sql } from 'kysely';

import type { Row, Table } from '../database/tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/**
 * Copies a table's rows, keys included, in batches.
 *
 * @param copied called after each batch with its number of rows
 * @throws Error that names the table
 */
export async function copyTable(
  table: Table,
  source: Source,
  target: Target,
  copied: (rows: number) => void,
): Promise<void> {
  const deferred: Row[] = [];
  try {
    for await (const rows of readBatches(table, source)) {
      await insert(
        table,
        target,
        rows.map((row) => withoutLaterParent(table, row, deferred)),
      );
      copied(rows.length);
    }
    for (const row of deferred) await setParent(table, target, row);
  } catch (error) {
    throw new Error(`The table ${table.name} cannot be copied (${(error as Error).message}); nothing was copied.`, {
      cause: error,
    });
  }
}

/** The maximum number of rows in a statement. */
const MAX_ROWS = 500;
/** The maximum number of placeholders in a statement: SQLite allows 32,766, PostgreSQL 65,535. */
const MAX_VALUES = 30_000;
/** The maximum number of characters in a batch, which limits memory. */
const MAX_TEXT = 4_000_000;
/** Rows that PostgreSQL sends at a time. */
const FETCH_SIZE = 100;

async function* readBatches({ name, columns, keys }: Table, { snapshot }: Source): AsyncGenerator<Row[]> {
  const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length));
  const query = keys.reduce((ordered, key) => ordered.orderBy(key), snapshot.selectFrom(name).select(columns));
  let batch: Row[] = [];
  let text = 0;
  for await (const row of query.stream(FETCH_SIZE)) {
    batch.push(row);
    text += rowLength(row);
    if (batch.length < maxRows && text < MAX_TEXT) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}

function rowLength(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
}

async function insert({ name }: Table, { transaction }: Target, rows: Row[]): Promise<void> {
  await transaction.insertInto(name).values(rows).execute();
}

/** A row whose parent has a higher key is inserted without it; the parent is set once all rows exist. */
function withoutLaterParent({ keys: [key = ''], parent }: Table, row: Row, deferred: Row[]): Row {
  if (parent === null || row[parent] === null || (row[parent] as number) < (row[key] as number)) return row;
  deferred.push(row);
  return { ...row, [parent]: null };
}

async function setParent({ name, keys: [key = ''], parent }: Table, { transaction }: Target, row: Row): Promise<void> {
  await sql`update ${sql.table(name)} set ${sql.ref(parent!)} = ${row[parent!]} where ${sql.ref(key)} = ${row[key]}`.execute(
    transaction,
  );
}
