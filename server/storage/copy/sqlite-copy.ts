import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import BetterSqlite3 from 'better-sqlite3';
import { Kysely } from 'kysely';

import { entities } from '../../../entities/index.ts';
import { explainForeignLog, hasForeignLog } from '../database/file-watch/foreign-log.ts';
import { OctavoSqliteDialect } from '../database/sqlite-dialect.ts';
import { SqliteWriter } from '../database/writer/writer.ts';
import { readMigrationState, type MigrationState } from '../database/migration-state.ts';
import { SQLITE_SUFFIXES } from './owner-only.ts';
import { failureReason } from '../../process/reasons.ts';
import { countRows, hasTable, isCopied, type AnyTables, type Row } from '../database/tables.ts';

/** A copy of an SQLite database in one file. */
export interface SqliteCopy {
  bytes: number;
  /** Rows of each table, counted in both files. */
  tables: Record<string, number>;
  /** Null if it is not an Octavo database. */
  state: MigrationState | null;
}

/**
 * Copies a snapshot of an SQLite database, which may be in use, to a new file that only its owner can read, and
 * verifies it. A failure leaves no file.
 *
 * @throws Error with one sentence
 */
export async function copySqlite(from: string, to: string): Promise<SqliteCopy> {
  await createFile(to);
  try {
    const copied = await copySnapshot(from, to);
    await withSqlite(to, deleteUncopied);
    await checkSqlite(to, copied.tables);
    return { ...copied, bytes: (await stat(to)).size };
  } catch (error) {
    await deleteSqlite(to);
    throw new Error(`${from} cannot be copied: ${failureReason(error)}.`, { cause: error });
  }
}

/**
 * Unpacks a compressed SQLite database into a new file that only its owner can read, and verifies it. A failure leaves no
 * file.
 *
 * @param name of the archive, for messages
 * @throws Error with one sentence
 */
export async function unpackSqlite(name: string, packed: Readable, to: string): Promise<SqliteCopy> {
  await createFile(to);
  try {
    await pipeline(packed, createGunzip(), createWriteStream(to));
    const copied = await withSqlite(to, async (_, database) => ({
      state: await readMigrationState(database, 'sqlite'),
      tables: await countAll(database),
    }));
    await checkSqlite(to, copied.tables);
    return { ...copied, bytes: (await stat(to)).size };
  } catch (error) {
    await deleteSqlite(to);
    throw new Error(`${name} cannot be unpacked: ${failureReason(error)}.`, { cause: error });
  }
}

/** Deletes a file of SQLite and those beside it. */
export async function deleteSqlite(file: string): Promise<void> {
  await Promise.all(SQLITE_SUFFIXES.map((end) => rm(file + end, { force: true })));
}

/**
 * Opens an existing SQLite file without changing it.
 *
 * @param run gets the connection of the driver, and the same connection as Kysely
 */
export async function withSqlite<T>(
  file: string,
  run: (driver: BetterSqlite3.Database, database: AnyTables) => Promise<T>,
): Promise<T> {
  const driver = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const closeDriver = () => {
      driver.close();
    };
    const dialect = new OctavoSqliteDialect({ writer: new SqliteWriter(driver), close: closeDriver });
    return await run(driver, new Kysely<Record<string, Row>>({ dialect }));
  } finally {
    driver.close();
  }
}

/** Pages that are copied before the event loop continues. */
const PAGES_PER_STEP = 10_000;

async function copySnapshot(from: string, to: string): Promise<Pick<SqliteCopy, 'tables' | 'state'>> {
  if (hasForeignLog(from)) throw new Error(explainForeignLog(from));
  return withSqlite(from, (driver, database) =>
    // Without a read transaction, the backup restarts whenever another process writes, and may never end.
    database
      .transaction()
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const counted = { state: await readMigrationState(snapshot, 'sqlite'), tables: await countAll(snapshot) };
        await driver.backup(to, { progress: () => PAGES_PER_STEP });
        return counted;
      }),
  );
}

/** Deletes rows that a copy must not contain, without traces. */
async function deleteUncopied(driver: BetterSqlite3.Database, database: AnyTables): Promise<void> {
  driver.pragma('journal_mode = delete');
  driver.pragma('secure_delete = on');
  for (const { meta } of entities) {
    const { tableName } = meta;
    if (isCopied(tableName) || !(await hasTable(database, 'sqlite', tableName))) continue;
    driver.prepare(`delete from ${tableName}`).run();
  }
}

/**
 * Checks a copy, and leaves it as one file.
 *
 * @param expected rows of each table
 * @throws Error when it is damaged or incomplete
 */
export function checkSqlite(file: string, expected: Record<string, number>): Promise<void> {
  return withSqlite(file, async (driver, database) => {
    // A single file: in WAL mode even readers would create two more.
    driver.pragma('journal_mode = delete');
    const complaint = driver.pragma('integrity_check(1)', { simple: true });
    if (complaint !== 'ok') throw new Error(`it is damaged (${String(complaint)})`);
    if (!isSame(await countAll(database), expected)) throw new Error('the counts differ');
  });
}

/** Engines list their tables in different orders. */
function isSame(one: Record<string, number>, other: Record<string, number>): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

async function countAll(database: AnyTables): Promise<Record<string, number>> {
  const names: string[] = [];
  // A backup may be of an older version with fewer tables.
  for (const { meta } of entities) {
    const { tableName } = meta;
    if (isCopied(tableName) && (await hasTable(database, 'sqlite', tableName))) names.push(tableName);
  }
  return countRows(database, names);
}

/** Created here because SQLite would make it readable for other users. */
async function createFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`The folder ${dirname(path)} cannot be written: ${failureReason(error)}.`, { cause: error });
  });
  await file.close();
}
