import { sql } from 'kysely';

import type { AnyTables, Table } from '../database/tables.ts';
import type { Source } from './source.ts';
import type { Target } from './target.ts';

/** The highest key that each table ever assigned, including those of deleted rows: keys are never reused. */
export type LastKeys = Map<string, number>;

/** Reads the last keys of all tables with generated keys. */
export async function readLastKeys({ snapshot, dialect }: Source, tables: Table[]): Promise<LastKeys> {
  if (dialect === 'sqlite') return readSqlite(snapshot, tables);
  const last: LastKeys = new Map();
  for (const { name, keys } of tables) {
    const sequence = keys.length === 1 ? await findSequence(snapshot, name, keys[0]!) : null;
    if (sequence !== null) last.set(name, await readLast(snapshot, sequence, name, keys[0]!));
  }
  return last;
}

/** Sets the sequences of the target. Rolled back with the transaction. */
export async function setLastKeys({ transaction, dialect }: Target, last: LastKeys): Promise<void> {
  for (const [name, key] of last) {
    if (key === 0) continue;
    if (dialect === 'postgres') {
      // Unlike setval(), this is transactional.
      await sql`alter table ${sql.table(name)} alter column key restart with ${sql.lit(key + 1)}`.execute(transaction);
    } else {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(transaction);
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${key})`.execute(transaction);
    }
  }
}

async function readSqlite(snapshot: AnyTables, tables: Table[]): Promise<LastKeys> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(snapshot);
  const names = new Set(tables.map(({ name }) => name));
  return new Map(rows.filter(({ name }) => names.has(name)).map(({ name, seq }) => [name, seq]));
}

async function findSequence(snapshot: AnyTables, table: string, column: string): Promise<string | null> {
  const { rows } = await sql<{ sequence: string | null }>`
    select pg_get_serial_sequence(quote_ident(${table}), ${column}) as sequence`.execute(snapshot);
  return rows[0]!.sequence;
}

/** Before its first use, last_value of a sequence is the next key; afterwards it is the last one. */
async function readLast(snapshot: AnyTables, sequence: string, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select greatest(
      (select last_value - case when is_called then 0 else 1 end from ${sql.raw(sequence)}),
      (select max(${sql.ref(column)}) from ${sql.table(table)})
    ) as last`.execute(snapshot);
  return rows[0]!.last;
}
