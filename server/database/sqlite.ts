import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';
import type { Logger } from 'pino';

import { watchDependency, type Dependency } from '../dependency.ts';
import { DatabaseUnavailable } from './errors.ts';
import { OctavoSqliteDialect } from './sqlite-dialect.ts';
import { codeOf, explainSqlite, isBusy, isDamage, isOutage, SqliteMoved } from './sqlite-errors.ts';
import { openedFile } from './sqlite-file.ts';
import { setPragmas } from './sqlite-pragmas.ts';
import { unfinishedRestore } from './unfinished-restore.ts';
import { Checkpoints } from './writer/checkpoints.ts';
import { WriterThread } from './writer/thread.ts';
import { SqliteWriter } from './writer/writer.ts';

/** How long a read waits for another process that recovers the file, in milliseconds. */
const BUSY_TIMEOUT = 1000;
/** The interval of checks whether the file is still the one that was opened, in milliseconds. */
const CHECK_EVERY = 5000;
/** How long `ping` waits for the write lock, in milliseconds. */
const PROBE_TIMEOUT = 2500;

const FIRST_READ = 'select count(*) from sqlite_schema';

export interface SqliteOptions {
  /** For outages of the file. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'> | undefined;
  monotonic?: (() => number) | undefined;
}

/** An open SQLite file. */
export interface OpenSqlite {
  dialect: OctavoSqliteDialect;
  /** Rejects when it cannot be read or written. */
  ping(): Promise<void>;
  /** Milliseconds since the last activity of the transaction that occupies the connection. */
  stuckFor(): number;
  /** Changes with each commit of another process. */
  version(): number;
  /** @throws SqliteMoved if another connection would open another file */
  check(): void;
  /** Removes old pages from the write-ahead log; false while a read prevents it. */
  emptyLog(): Promise<boolean>;
  /** Reports an error of another connection to the file. */
  failed(error: unknown): void;
  /** Closes it immediately. */
  destroyConnections(): void;
}

/**
 * Opens an SQLite file with all pragmas; creates its folder if necessary.
 *
 * @param file a path relative to the working directory, an absolute one, or `:memory:`
 * @throws DatabaseUnavailable
 */
export async function openSqlite(file: string, options: SqliteOptions = {}): Promise<OpenSqlite> {
  if (file === ':memory:') return useSqlite(await open(file), undefined, file, options);
  const path = prepareFile(resolve(file));
  const writing = await open(path);
  try {
    const reading = openReader(path);
    return useSqlite(writing, reading, path, options);
  } catch (error) {
    writing.close();
    throw explain(error, path);
  }
}

async function open(path: string): Promise<BetterSqlite3.Database> {
  let database: BetterSqlite3.Database | undefined;
  try {
    // SQLite would block the event loop while it waits for another process; the writer retries on its own.
    database = new BetterSqlite3(path, { timeout: 0 });
    await turnOnWal(database);
    setPragmas(database);
    // The log is opened with the first read, and only a connection that has opened the log removes it at the end.
    database.prepare(FIRST_READ).get();
    return database;
  } catch (error) {
    database?.close();
    throw explain(error, path);
  }
}

function openReader(path: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(path, { readonly: true, timeout: BUSY_TIMEOUT });
  database.pragma('trusted_schema = OFF');
  return database;
}

function useSqlite(
  writing: BetterSqlite3.Database,
  reading: BetterSqlite3.Database | undefined,
  path: string,
  { log, monotonic }: SqliteOptions,
): OpenSqlite {
  const file = reading && openedFile(path);
  const reporter = log && reportTo(log, path);
  const onFailure = (error: unknown) => reporter?.failed(error);
  // Only a write reveals a read-only or broken disk. A full one does not prevent reads: the service stays ready.
  let refusesWrites = false;
  const thread = file && new WriterThread(path, () => file.check());
  const checkpoints = reading && thread && new Checkpoints(reading, thread, () => writer, log);
  const writerOptions = {
    ...(monotonic && { monotonic }),
    beforeCommit: () => file?.check(),
    onFailure(error: unknown) {
      refusesWrites ||= /^SQLITE_(IOERR|READONLY)/.test(codeOf(error));
      onFailure(error);
    },
    onCommit() {
      refusesWrites = false;
      reporter?.worked();
      checkpoints?.afterCommit();
    },
  };
  const writer = new SqliteWriter(writing, writerOptions, thread);
  const checking = file && setInterval(checkFile, CHECK_EVERY).unref();

  let wasMoved = false;

  function checkFile(): void {
    try {
      file?.check();
      if (wasMoved) reporter?.worked();
      wasMoved = false;
    } catch (error) {
      wasMoved = true;
      keepEverythingInOneFile(writing);
      onFailure(error);
    }
  }

  function destroyConnections(): void {
    clearInterval(checking);
    reading?.close();
    // The last connection to close removes the log.
    writing.close();
  }

  async function close(): Promise<void> {
    await thread?.close();
    destroyConnections();
  }

  return {
    destroyConnections,
    check: () => file?.check(),
    failed: onFailure,
    stuckFor: () => writer.stuckFor(),
    version: () => writer.foreignCommits(),
    dialect: new OctavoSqliteDialect({ writer, reader: reading, onFailure, close }),
    emptyLog: async () => checkpoints?.empty() ?? true,
    async ping() {
      checkFile();
      file?.check();
      (reading ?? writing).prepare(FIRST_READ).get();
      await writer.probe(PROBE_TIMEOUT, refusesWrites);
    },
  };
}

/** A checkpoint at the end, so that copying one file suffices to save the data, and no stale log remains. */
function keepEverythingInOneFile(database: BetterSqlite3.Database): void {
  try {
    database.pragma('wal_checkpoint(truncate)');
  } catch {
    // A transaction occupies the connection; the next check retries.
  }
}

/** Logs one line for an outage of the file and one for the recovery; and one, once, when it is corrupt. */
function reportTo(log: Pick<Logger, 'error' | 'info'>, path: string): Pick<Dependency, 'failed' | 'worked'> {
  const database = watchDependency('the database', log);
  const moved = watchDependency('the database file', log);
  // Other parts of a corrupt file still work, which does not mean that it is sound again.
  const soundness = watchDependency('a part of the database', log);
  return {
    failed(error) {
      if (!isOutage(error)) return;
      const dependency = error instanceof SqliteMoved ? moved : isDamage(error) ? soundness : database;
      dependency.failed(error, explainSqlite(error, path) ?? undefined);
    },
    worked() {
      database.worked();
      moved.worked();
    },
  };
}

// Switching to WAL ignores the busy timeout: when four processes opened a new file concurrently, one in a hundred
// failed.
async function turnOnWal(database: BetterSqlite3.Database, attempts = 100): Promise<void> {
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (!isBusy(error) || attempts === 1) throw error;
    await wait(50);
    await turnOnWal(database, attempts - 1);
  }
}

function prepareFile(path: string): string {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseUnavailable(
      `The folder ${folder} for the database cannot be created (${codeOf(error)}); create it, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  }
  // SQLite silently opens a read-only file; WAL needs write access to the folder as well.
  for (const place of [folder, path].filter(existsSync)) {
    try {
      accessSync(place, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new DatabaseUnavailable(
        `${place} cannot be written (${codeOf(error)}); give the user that runs Octavo the right to write it, or name another place in DATABASE_URL.`,
        { cause: error },
      );
    }
  }
  const unfinished = unfinishedRestore(path);
  if (unfinished !== null) throw new DatabaseUnavailable(unfinished);
  // Only the user of the service may access the data; the log gets the same permissions as the file.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return path;
}

function explain(error: unknown, path: string): DatabaseUnavailable {
  const sentence =
    explainSqlite(error, path) ??
    `The database ${path} cannot be opened (${codeOf(error)}); look at the file and its folder, or name another place in DATABASE_URL.`;
  return new DatabaseUnavailable(sentence, { cause: error });
}
