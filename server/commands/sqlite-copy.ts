import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';
import { Kysely } from 'kysely';

import { entities } from '../../entities/index.ts';
import { OctavoSqliteDialect } from '../database/sqlite-dialect.ts';
import { SqliteWriter } from '../database/writer/writer.ts';
import { readLedger, type Ledger } from './ledger.ts';
import { reasonOf } from './reasons.ts';
import { countRows, hasTable, type AnyTables, type Row } from './tables.ts';

/** A copy of a database of SQLite, in one file. */
export interface SqliteCopy {
  bytes: number;
  /** Rows of each table, counted in both files. */
  tables: Record<string, number>;
  /** Null when it is no database of Octavo. */
  ledger: Ledger | null;
}

/**
 * Copies a database of SQLite as it is at one moment, in use or not, into a new file that only its owner can read, and
 * checks what came of it. A failure leaves no file.
 *
 * @throws Error with one sentence
 */
export async function copySqlite(from: string, to: string): Promise<SqliteCopy> {
  await makeFile(to);
  try {
    const copied = await copyMoment(from, to);
    await check(to, copied.tables);
    return { ...copied, bytes: (await stat(to)).size };
  } catch (error) {
    await Promise.all(['', '-journal', '-wal', '-shm'].map((end) => rm(to + end, { force: true })));
    throw new Error(`${from} cannot be copied: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Opens a file of SQLite as it is, without making or changing it.
 *
 * @param run gets the driver's own connection, and the same as Kysely
 */
export async function withSqlite<T>(
  file: string,
  run: (driver: BetterSqlite3.Database, database: AnyTables) => Promise<T>,
): Promise<T> {
  const driver = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const dialect = new OctavoSqliteDialect({ writer: new SqliteWriter(driver), close: () => void driver.close() });
    return await run(driver, new Kysely<Record<string, Row>>({ dialect }));
  } finally {
    driver.close();
  }
}

/** Pages copied before others of this process have a turn. */
const AT_ONCE = 10_000;

function copyMoment(from: string, to: string): Promise<Pick<SqliteCopy, 'tables' | 'ledger'>> {
  return withSqlite(from, async (driver, database) => {
    // Without a moment to hold on to, the copy starts over whenever another process has written: in a busy service it
    // never ended.
    driver.exec('begin');
    const counted = { ledger: await readLedger(database, 'sqlite'), tables: await countAll(database) };
    await driver.backup(to, { progress: () => AT_ONCE });
    return counted;
  });
}

function check(file: string, expected: Record<string, number>): Promise<void> {
  return withSqlite(file, async (driver, database) => {
    // One file for itself: with a write-ahead log, even readers would put two more beside it.
    driver.pragma('journal_mode = delete');
    const complaint = driver.pragma('integrity_check(1)', { simple: true });
    if (complaint !== 'ok') throw new Error(`it is damaged (${String(complaint)})`);
    if (JSON.stringify(await countAll(database)) !== JSON.stringify(expected)) throw new Error('the counts differ');
  });
}

async function countAll(database: AnyTables): Promise<Record<string, number>> {
  const names: string[] = [];
  // A backup may be of an older release, which had fewer tables.
  for (const { meta } of entities) if (await hasTable(database, 'sqlite', meta.tableName)) names.push(meta.tableName);
  return countRows(database, names);
}

/** SQLite would make it readable for everybody; it holds what signs tokens and links. */
async function makeFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new Error(`The folder ${dirname(path)} cannot be written: ${reasonOf(error)}.`, { cause: error });
  });
  await file.close();
}
