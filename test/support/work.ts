import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import Database from 'better-sqlite3';
import { CompiledQuery, sql as query } from 'kysely';

import type { Query, TestService } from './service.ts';

/** Counts what a statement costs the engine, without a clock. */
export interface WorkMeter {
  /** Steps of SQLite's virtual machine, or pages that PostgreSQL read. */
  work(query: Query): Promise<number>;
  close(): void;
}

/** A meter for the present content of a service's database. */
export function workMeter(service: TestService): Promise<WorkMeter> {
  return service.database.dialect === 'sqlite' ? sqliteMeter(service) : postgresMeter(service);
}

/**
 * The driver does not tell how many steps a statement took, and SQLite compiled to WebAssembly does: it gets a copy of the
 * file, statistics included, and is the same version.
 */
async function sqliteMeter({ database }: TestService): Promise<WorkMeter> {
  const { rows } = await query<{ file: string }>`pragma database_list`.execute(database.kysely);
  const driver = new Database(rows[0]!.file, { readonly: true });
  const bytes = driver.serialize();
  driver.close();
  const { capi, wasm, oo1 } = await sqlite3InitModule();
  const copy = new oo1.DB(':memory:');
  const memory = wasm.allocFromTypedArray(new Uint8Array(bytes));
  // Bytes 18 and 19 say that the file has a write-ahead log, which a database in memory cannot have.
  for (const at of [18, 19]) wasm.poke8(memory + at, 1);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  copy.checkRc(capi.sqlite3_deserialize(copy.pointer!, 'main', memory, bytes.length, bytes.length, flags));
  return {
    async work({ sql, parameters }) {
      const statement = copy.prepare(sql);
      try {
        if (statement.parameterCount > 0) statement.bind(parameters.map(bound));
        while (statement.step());
        return capi.sqlite3_stmt_status(statement.pointer!, capi.SQLITE_STMTSTATUS_VM_STEP, 0);
      } finally {
        statement.finalize();
      }
    },
    close: () => copy.close(),
  };
}

function bound(value: unknown): string | number | bigint | Uint8Array | null {
  return typeof value === 'boolean' ? Number(value) : (value as string | number | bigint | Uint8Array | null);
}

async function postgresMeter({ database: { kysely } }: TestService): Promise<WorkMeter> {
  return {
    async work({ sql, parameters }) {
      const { rows } = await kysely.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${sql}`, [...parameters]),
      );
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
      return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    },
    close: () => undefined,
  };
}
