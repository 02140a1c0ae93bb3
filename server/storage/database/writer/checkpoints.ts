import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import type { Logger } from 'pino';

import type { WriterThread } from './thread.ts';
import type { SqliteWriter } from './writer.ts';
import { inBackground } from '../../../../routers/base/defects.ts';

/** The number of pages in the log that triggers a checkpoint, the default of SQLite: 4 MB. */
const DUE = 1000;
/** Beyond this number of pages writes wait for a checkpoint, so that the log restarts: 64 MB. */
const MOST = 16_000;
/** How long to wait after a failed checkpoint, such as on a full disk, in milliseconds. */
const PAUSE = 5000;
/** How long to wait while a long read, such as a backup, keeps the log from being copied, in milliseconds. */
const READ_PAUSE = 1000;

const COPY = 'pragma wal_checkpoint(passive)';
const EMPTY = 'pragma wal_checkpoint(truncate)';

/**
 * Makes checkpoints in a thread, because within a COMMIT, where SQLite makes them by default, they block the event loop
 * for as long as the disk takes. The end of the process during a checkpoint loses nothing.
 */
export class Checkpoints {
  readonly #length: BetterSqlite3.Statement;
  readonly #thread: WriterThread;
  readonly #writer: () => SqliteWriter;
  readonly #log: Pick<Logger, 'warn' | 'info'> | undefined;
  readonly #file: CheckedFile | undefined;
  #running: Promise<void> | null = null;
  #failedAt = -Infinity;
  #pausedUntil = -Infinity;

  /** @param database the read-only connection, which reports the length of the log even during a write transaction */
  constructor(
    database: BetterSqlite3.Database,
    thread: WriterThread,
    writer: () => SqliteWriter,
    { log, file }: { log?: Pick<Logger, 'warn' | 'info'> | undefined; file?: CheckedFile | undefined } = {},
  ) {
    // Prepared once, because it runs after each commit.
    this.#length = database.prepare('pragma wal_checkpoint(noop)');
    this.#thread = thread;
    this.#writer = writer;
    this.#log = log;
    this.#file = file;
  }

  /** Starts a checkpoint if one is due; call it after each commit. */
  afterCommit(): void {
    if (!this.#running && performance.now() > this.#pausedUntil && this.#isDue()) inBackground(this.#run());
  }

  /**
   * Empties the log: SQLite overwrites freed pages (`secure_delete`), but the log still contains their old versions.
   *
   * @returns false while another connection reads from the log, without waiting for it; true also when the log does not
   *   belong to the file any more, and is never copied
   */
  async empty(): Promise<boolean> {
    await this.#running;
    if (this.#file?.hasEnded) return true;
    if (this.#pages().log < DUE)
      return this.#watched(() => this.#writer().runAlone<Checkpointed>(EMPTY, []).then(isDone));
    // Copies most pages while others write.
    await this.#run();
    return !this.#isDue() && this.#betweenWrites(EMPTY);
  }

  /** Whether a checkpoint is due: writes should not wait until this many pages are copied. */
  #isDue(): boolean {
    return this.#pages().waiting >= DUE;
  }

  #run(): Promise<void> {
    this.#running = this.#copy().finally(() => (this.#running = null));
    return this.#running;
  }

  async #copy(): Promise<void> {
    try {
      const isWhole = await this.#whileOthersWrite();
      if (!isWhole && this.#isDue()) {
        // A read needs the file as it was. Writes would wait in vain, or for the whole log if the read ends just then.
        this.#pausedUntil = performance.now() + READ_PAUSE;
        return;
      }
      // SQLite restarts the log only when it is fully copied, which never happens during continuous writes.
      if (this.#pages().log > MOST) await this.#betweenWrites(COPY);
      if (this.#failedAt > -Infinity) this.#log?.info('the log of the database is emptied again');
      this.#failedAt = -Infinity;
    } catch (err) {
      if (this.#file?.hasEnded) return;
      // Only the log grows; when the disk is full, writes fail and report it.
      if (this.#failedAt === -Infinity) this.#log?.warn({ err }, 'the log of the database cannot be emptied; it grows');
      this.#failedAt = performance.now();
      this.#pausedUntil = this.#failedAt + PAUSE;
    }
  }

  async #betweenWrites(pragma: string): Promise<boolean> {
    const turn = await this.#writer().open({ first: true, long: true });
    try {
      return await this.#watched(async () => isDone(await turn.run<Checkpointed>(pragma, [])));
    } finally {
      turn.end();
    }
  }

  /** @returns whether everything that was in the log at its beginning is copied now */
  async #whileOthersWrite(): Promise<boolean> {
    const giveBack = await this.#thread.take();
    try {
      let left = Infinity;
      for (;;) {
        const { result } = await this.#watched(() => this.#thread.execute<Checkpointed>(COPY, []));
        if (!isWhole(result)) return false;
        // After a long read, much is written during the first, long copy; each further copy is shorter.
        const { waiting } = this.#pages();
        if (waiting < DUE || waiting > left / 2) return true;
        left = waiting;
      }
    } finally {
      giveBack();
    }
  }

  /** The looks before it are those of writes and of the thread. */
  async #watched<T>(checkpoint: () => Promise<T>): Promise<T> {
    try {
      return await checkpoint();
    } finally {
      this.#file?.lookClosely();
    }
  }

  /** The number of pages in the log, and how many of them are not in the file yet. */
  #pages(): { log: number; waiting: number } {
    const { log, checkpointed } = this.#length.get() as { log: number; checkpointed: number };
    return { log, waiting: log - checkpointed };
  }
}

/** The file as `FileGuard` watches it. */
interface CheckedFile {
  /** Whether nothing may be written to it any more. */
  readonly hasEnded: boolean;
  /** @throws if another program has changed it */
  lookClosely(): void;
}

interface Checkpointed {
  busy: number;
  log: number;
  checkpointed: number;
}

function isDone({ rows: [row] }: QueryResult<Checkpointed>): boolean {
  return row?.busy === 0;
}

function isWhole({ rows: [row] }: QueryResult<Checkpointed>): boolean {
  return row?.busy === 0 && row.log === row.checkpointed;
}
