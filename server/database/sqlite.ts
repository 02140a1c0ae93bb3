import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';
import type { Logger } from 'pino';

import { watchDependency, type Dependency } from '../dependency.ts';
import { DatabaseUnavailable } from './errors.ts';
import { OctavoSqliteDialect } from './sqlite-dialect.ts';
import { codeOf, explainSqlite, isDamage, isOutage, SqliteMoved } from './sqlite-errors.ts';
import { openedFile } from './sqlite-file.ts';
import { setPragmas } from './sqlite-pragmas.ts';
import { Checkpoints } from './writer/checkpoints.ts';
import { WriterThread } from './writer/thread.ts';
import { SqliteWriter } from './writer/writer.ts';

/** Milliseconds that a read waits for another process, which only one that recovers the file makes it do. */
const BUSY_TIMEOUT = 1000;
/** Milliseconds between two looks at whether the file is still the one that was opened. */
const LOOK_EVERY = 5000;
/** Milliseconds that `ping` waits for the write lock. */
const PROBE_WITHIN = 2500;

const FIRST_READ = 'select count(*) from sqlite_schema';

export interface SqliteOptions {
  /** Told when the file cannot be used any more, and when it can again. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'> | undefined;
  monotonic?: (() => number) | undefined;
}

/** A file of SQLite in use. */
export interface OpenSqlite {
  dialect: OctavoSqliteDialect;
  /** Rejects when it cannot be read and written. */
  ping(): Promise<void>;
  /** Milliseconds since the transaction that has the connection last did anything. */
  stuckFor(): number;
  /** Changes with each commit of another process. */
  version(): number;
  /** @throws SqliteMoved when another connection would open another file */
  check(): void;
  /** Removes what the write-ahead log still holds of old pages; false while a read prevents it. */
  emptyLog(): Promise<boolean>;
  /** Tells the log of what another connection to the file threw. */
  failed(error: unknown): void;
  /** Closes it at once. */
  destroyConnections(): void;
}

/**
 * Opens an SQLite file, makes its folder when it is absent, and sets every pragma.
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
    // SQLite would hold the event loop while it waits for another process: the writer asks again by itself.
    database = new BetterSqlite3(path, { timeout: 0 });
    await turnOnWal(database);
    setPragmas(database);
    // It opens its log only with the first read, and a connection that never opened the log does not remove it at the end.
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
  const reported = log && reportTo(log, path);
  const onFailure = (error: unknown) => reported?.failed(error);
  // Only writing tells a disk that is read-only or broken. A full one is no reason to send readers elsewhere.
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
      reported?.worked();
      checkpoints?.afterCommit();
    },
  };
  const writer = new SqliteWriter(writing, writerOptions, thread);
  const looking = file && setInterval(look, LOOK_EVERY).unref();

  let wasMoved = false;

  function look(): void {
    try {
      file?.check();
      if (wasMoved) reported?.worked();
      wasMoved = false;
    } catch (error) {
      wasMoved = true;
      keepEverythingInOneFile(writing);
      onFailure(error);
    }
  }

  function destroyConnections(): void {
    clearInterval(looking);
    reading?.close();
    // The last one to close takes the log away.
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
      look();
      file?.check();
      (reading ?? writing).prepare(FIRST_READ).get();
      await writer.probe(PROBE_WITHIN, refusesWrites);
    },
  };
}

/** So that a deleted file is saved by copying one file, and no log lies beside a file that it does not belong to. */
function keepEverythingInOneFile(database: BetterSqlite3.Database): void {
  try {
    database.pragma('wal_checkpoint(truncate)');
  } catch {
    // A transaction has the connection; the next look tries again.
  }
}

/** One line when the file cannot be used any more and one when it can again; and one, once, when it is damaged. */
function reportTo(log: Pick<Logger, 'error' | 'info'>, path: string): Pick<Dependency, 'failed' | 'worked'> {
  const database = watchDependency('the database', log);
  const moved = watchDependency('the database file', log);
  // Other parts of a damaged file work as before, which is no sign that it is sound again.
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

// The switch to WAL does not wait for the busy time-out: when four processes opened a new file at once,
// one opening in a hundred failed.
async function turnOnWal(database: BetterSqlite3.Database, attempts = 100): Promise<void> {
  try {
    database.pragma('journal_mode = WAL');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_BUSY') || attempts === 1) {
      throw error;
    }
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
      `The folder ${folder} for the database cannot be made (${codeOf(error)}); create it, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  }
  // SQLite opens a file it may not write without a word; WAL writes beside the file as well.
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
  // What a blog keeps is for the user that runs it: the log beside the file gets the same rights.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return path;
}

function explain(error: unknown, path: string): DatabaseUnavailable {
  const sentence =
    explainSqlite(error, path) ??
    `The database ${path} cannot be opened (${codeOf(error)}); look at the file and its folder, or name another place in DATABASE_URL.`;
  return new DatabaseUnavailable(sentence, { cause: error });
}
