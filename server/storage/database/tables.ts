import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import { type Kysely, sql } from 'kysely';

import type { Database } from './open.ts';

/** A row without its entity. */
export type Row = Record<string, unknown>;

/** A database or transaction whose tables are accessed by name. */
export type AnyTables = Kysely<Record<string, Row>>;

/** A table of an entity. */
export interface Table {
  name: string;
  columns: string[];
  keys: string[];
  /** The column that refers to another row of the same table. */
  parent: string | null;
}

/** The tables of all entities, each after those that it references. */
export function tablesOf(orm: Database['orm']): Table[] {
  const tables = new Map<string, Table>();
  const visited = new Set<string>();
  // By name, because MikroORM may have several metadata objects for one table.
  const visit = (meta: EntityMetadata): void => {
    if (visited.has(meta.tableName)) return;
    visited.add(meta.tableName);
    for (const { targetMeta } of storedIn(meta)) if (targetMeta) visit(targetMeta);
    tables.set(meta.tableName, tableOf(meta));
  };
  for (const meta of orm.getMetadata().getAll().values()) visit(meta);
  return [...tables.values()];
}

/** Tables whose rows belong to one database, and end with the day: no backup or copy has them. */
const UNCOPIED = new Set(['visitor_salts']);

/** Whether backups and copies contain the rows of a table. */
export function isCopied(table: string): boolean {
  return !UNCOPIED.has(table);
}

/** The number of rows of each table. */
export async function countRows(database: AnyTables, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(database);
    counts[name] = rows[0]!.n;
  }
  return counts;
}

/** Whether a table exists; on PostgreSQL in the search path. */
export async function hasTable(database: AnyTables, dialect: Database['dialect'], name: string): Promise<boolean> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select 1 from pg_class where oid = to_regclass(quote_ident(${name}))`;
  return (await found.execute(database)).rows.length > 0;
}

function tableOf(meta: EntityMetadata): Table {
  const stored = storedIn(meta);
  return {
    name: meta.tableName,
    columns: stored.flatMap(({ fieldNames }) => fieldNames),
    keys: stored.filter(({ primary }) => primary).flatMap(({ fieldNames }) => fieldNames),
    parent: stored.find(({ targetMeta }) => targetMeta?.tableName === meta.tableName)?.fieldNames[0] ?? null,
  };
}

function storedIn(meta: EntityMetadata): EntityProperty[] {
  return meta.props.filter(({ persist, fieldNames }) => persist !== false && (fieldNames?.length ?? 0) > 0);
}
