import { sql } from 'kysely';

import type { Row, Table } from '../tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/**
 * Copies a table's rows, keys included, in batches.
 *
 * @param copied told after each batch how many rows it had
 * @throws Error that names the table
 */
export async function copyTable(
  table: Table,
  source: Source,
  target: Target,
  copied: (rows: number) => void,
): Promise<void> {
  const early: Row[] = [];
  try {
    for await (const rows of batchesOf(table, source)) {
      await insert(
        table,
        target,
        rows.map((row) => withoutLaterParent(table, row, early)),
      );
      copied(rows.length);
    }
    for (const row of early) await setParent(table, target, row);
  } catch (error) {
    throw new Error(`The table ${table.name} cannot be copied (${(error as Error).message}); nothing was copied.`, {
      cause: error,
    });
  }
}

/** Rows at most in one statement. */
const MOST_ROWS = 500;
/** Placeholders at most in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const MOST_VALUES = 30_000;
/** Characters after which a batch ends, so that long posts do not pile up in memory. */
const MOST_TEXT = 4_000_000;
/** Rows that PostgreSQL sends at a time. */
const AT_A_TIME = 100;

async function* batchesOf({ name, columns, keys }: Table, { snapshot }: Source): AsyncGenerator<Row[]> {
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length));
  const query = keys.reduce((ordered, key) => ordered.orderBy(key), snapshot.selectFrom(name).select(columns));
  let batch: Row[] = [];
  let text = 0;
  for await (const row of query.stream(AT_A_TIME)) {
    batch.push(row);
    text += lengthOf(row);
    if (batch.length < most && text < MOST_TEXT) continue;
    yield batch;
    batch = [];
    text = 0;
  }
  if (batch.length > 0) yield batch;
}

function lengthOf(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
}

async function insert({ name }: Table, { transaction }: Target, rows: Row[]): Promise<void> {
  await transaction.insertInto(name).values(rows).execute();
}

/** A row that refers to one with a higher key is put there without it first, and gets it once all are there. */
function withoutLaterParent({ keys: [key = ''], parent }: Table, row: Row, early: Row[]): Row {
  if (parent === null || row[parent] === null || (row[parent] as number) < (row[key] as number)) return row;
  early.push(row);
  return { ...row, [parent]: null };
}

async function setParent({ name, keys: [key = ''], parent }: Table, { transaction }: Target, row: Row): Promise<void> {
  await sql`update ${sql.table(name)} set ${sql.ref(parent!)} = ${row[parent!]} where ${sql.ref(key)} = ${row[key]}`.execute(
    transaction,
  );
}
