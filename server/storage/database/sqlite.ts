import { resolve } from 'node:path';

import type BetterSqlite3 from 'better-sqlite3';
import type { Logger } from 'pino';

import { DatabaseUnavailable } from './errors.ts';
import { explainForeignLog, hasForeignLog, recordOpened } from './file-watch/foreign-log.ts';
import { FileGuard } from './file-watch/file-guard.ts';
import { IdentityWatch } from './file-watch/identity-watch.ts';
import { watchFullDisk } from './full-disk.ts';
import { prepareFile } from './prepare-file.ts';
import { explainOpening, FIRST_READ, keepEverythingInOneFile, openReader, openWriter } from './sqlite-connections.ts';
import { OctavoSqliteDialect } from './sqlite-dialect.ts';
import { errorCode, SqliteMoved } from './sqlite-errors.ts';
import { reportTo } from './sqlite-reporter.ts';
import { Checkpoints } from './writer/checkpoints.ts';
import { WriterThread } from './writer/thread.ts';
import { SqliteWriter } from './writer/writer.ts';

/** The interval of checks whether the file is still the one that was opened, in milliseconds. */
const CHECK_EVERY = 5000;
/** How long `ping` waits for the write lock, in milliseconds. */
const PROBE_TIMEOUT = 2500;

export interface SqliteOptions {
  /** For outages of the file. */
  log?: Pick<Logger, 'error' | 'warn' | 'info'> | undefined;
  monotonic?: (() => number) | undefined;
  /** Whether this is the service on the file: it ends writing when another program has overwritten the file. */
  isService?: boolean | undefined;
}

/** An open SQLite file. */
export interface OpenSqlite {
  dialect: OctavoSqliteDialect;
  /** Rejects when it cannot be read or written. */
  ping(): Promise<void>;
  /** Rejects when the last write failed because the disk was full, and another one would. */
  probeWrites(): Promise<void>;
  /** Milliseconds since the last activity of the transaction that occupies the connection. */
  stuckFor(): number;
  /** The average time of a write while others wait, in milliseconds; 0 until it is known. */
  writePace(): number;
  /** Changes with each commit of another process. */
  version(): number;
  /** Why nothing can be written, in a sentence for the operator; null if nothing is known. */
  problem(): string | null;
  /** Refuses writes, with a sentence for the operator, until the returned function is called. */
  refuseWrites(sentence: string): () => void;
  /** Ends writing because a check has found the file damaged. */
  endWriting(cause: unknown): void;
  /** @throws SqliteOverwritten: what was just read may be that of another database */
  checkContent(): void;
  /** Whether writing has ended for the life of the process. */
  hasEnded(): boolean;
  /** Writes the mark of this process, by which it notices that another program overwrites the file with an older state. */
  markFile(): Promise<void>;
  /** @throws SqliteMoved, SqliteOverwritten: another connection would open another file */
  check(): void;
  /** @throws SqliteOverwritten: what was read before does not belong to the file any more */
  beforeRead(): void;
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
  if (file === ':memory:') return useSqlite(await openWriter(file), undefined, file, options);
  const path = resolve(file);
  prepareFile(path);
  if (hasForeignLog(path)) throw new DatabaseUnavailable(explainForeignLog(path));
  const writing = await openWriter(path);
  try {
    const reading = openReader(path);
    return useSqlite(writing, reading, path, options);
  } catch (error) {
    writing.close();
    throw explainOpening(error, path);
  }
}

function useSqlite(
  writing: BetterSqlite3.Database,
  reading: BetterSqlite3.Database | undefined,
  path: string,
  { log, monotonic, isService }: SqliteOptions,
): OpenSqlite {
  const file = reading && new FileGuard(path, { isService, log });
  const reporter = log && reportTo(log, path);
  const onFailure = (error: unknown) => {
    identity?.explain(error);
    if (!file?.report(error)) reporter?.failed(error);
  };
  // Only a write reveals a read-only or broken disk. A full one does not prevent reads: the service stays ready.
  let refusesWrites = false;
  const disk = watchFullDisk(path, () => writer.probe(PROBE_TIMEOUT, true));
  const closed = file && recordOpened(path);
  const thread =
    file &&
    new WriterThread(
      path,
      () => file.look(),
      () => file.beforeCheckpoint(),
    );
  const checkpoints = reading && thread && new Checkpoints(reading, thread, () => writer, { log, file });
  const writerOptions = {
    ...(monotonic && { monotonic }),
    ...(file && {
      beforeRead: () => file.beforeRead(),
      beforeWrite() {
        identity?.look();
        file.beforeWrite();
      },
      beforeCommit() {
        identity?.look();
        return file.beforeCommit();
      },
      afterCommit: () => file.afterCommit(),
    }),
    onFailure(error: unknown) {
      identity?.explain(error);
      if (file?.report(error)) return;
      refusesWrites ||= /^SQLITE_(IOERR|READONLY)/.test(errorCode(error));
      disk.failed(error);
      reporter?.failed(error);
    },
    onCommit() {
      refusesWrites = false;
      reporter?.worked();
      checkpoints?.afterCommit();
    },
  };
  const writer = new SqliteWriter(writing, writerOptions, thread);
  const identity = file && new IdentityWatch(reading ?? writing, () => writer.foreignCommits(), file);
  const checking = file && setInterval(checkFile, CHECK_EVERY).unref();

  let moved: SqliteMoved | null = null;
  let areDestroyed = false;

  function checkFile(): void {
    if (!file || file.hasEnded) return;
    try {
      file.lookClosely();
      identity?.check();
      if (moved) reporter?.worked();
      moved = null;
    } catch (error) {
      moved = error instanceof SqliteMoved ? error : null;
      if (moved) keepEverythingInOneFile(writing);
      onFailure(error);
    }
  }

  function destroyConnections(): void {
    if (areDestroyed) return;
    areDestroyed = true;
    clearInterval(checking);
    lookOnceMore();
    if (file?.hasEnded) {
      abandoned.add(reading).add(writing);
      return;
    }
    reading?.close();
    // The last connection to close copies the log into the file, and removes it.
    writing.close();
  }

  async function close(): Promise<void> {
    await file?.stop();
    await thread?.close();
    destroyConnections();
    if (file?.hasEnded) return;
    file?.close();
    closed?.();
  }

  async function markFile(): Promise<void> {
    if (!file) return;
    const transaction = await writer.open();
    try {
      await transaction.begin('begin immediate');
      for (const sql of file.beforeCommit()) await transaction.run(sql, []);
      await transaction.commit();
      file.afterCommit();
      identity?.check();
    } finally {
      transaction.end();
    }
  }

  function lookOnceMore(): void {
    try {
      file?.lookClosely();
    } catch {
      // If it was overwritten, the guard knows now.
    }
  }

  return {
    destroyConnections,
    markFile,
    problem: () => file?.problem ?? null,
    refuseWrites: (sentence) => file?.hold(sentence) ?? (() => undefined),
    endWriting: (cause) => file?.end(cause),
    checkContent() {
      identity?.look();
      file?.checkContent();
    },
    hasEnded: () => file?.hasEnded ?? false,
    check: () => file?.look(),
    beforeRead: () => file?.beforeRead(),
    failed: onFailure,
    stuckFor: () => writer.stuckFor(),
    writePace: () => writer.pace,
    version: () => writer.foreignCommits(),
    dialect: new OctavoSqliteDialect({
      writer,
      reader: reading,
      beforeRead: () => file?.beforeRead(),
      onFailure,
      close,
    }),
    emptyLog: async () => checkpoints?.empty() ?? true,
    probeWrites: disk.probe,
    async ping() {
      checkFile();
      const problem = file?.problem ?? null;
      if (problem !== null) throw new DatabaseUnavailable(problem);
      if (moved) throw moved;
      (reading ?? writing).prepare(FIRST_READ).get();
      await writer.probe(PROBE_TIMEOUT, refusesWrites);
    },
  };
}

/**
 * Connections to files that were overwritten or are damaged: closing the last one, as the garbage collection of one does,
 * would write the log into the file. The end of the process does not.
 */
const abandoned = new Set<unknown>();
