import type BetterSqlite3 from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import type { Logger } from 'pino';

import type { WriterThread } from './thread.ts';
import type { SqliteWriter } from './writer.ts';

/** Pages that wait in the log before a checkpoint begins, as many as SQLite itself lets wait: 4 MB. */
const DUE = 1000;
/** Pages of the log beyond which writes wait for a checkpoint, so that the log restarts: 64 MB. */
const MOST = 16_000;
/** Milliseconds after a checkpoint that failed, for instance because the disk is full. */
const PAUSE = 5000;

const COPY = 'pragma wal_checkpoint(passive)';
const EMPTY = 'pragma wal_checkpoint(truncate)';

/**
 * Copies what commits put into the log to where it belongs, in a thread: within a COMMIT, where SQLite does it by itself,
 * it would hold the event loop for as long as the disk takes. It loses nothing when the process ends on the way.
 */
export class Checkpoints {
  readonly #length: BetterSqlite3.Statement;
  readonly #thread: WriterThread;
  readonly #writer: () => SqliteWriter;
  readonly #log: Pick<Logger, 'warn' | 'info'> | undefined;
  #running: Promise<void> | null = null;
  #failedAt = -Infinity;

  /** @param database the read-only connection, which tells how long the log is also during a transaction of the other one */
  constructor(
    database: BetterSqlite3.Database,
    thread: WriterThread,
    writer: () => SqliteWriter,
    log?: Pick<Logger, 'warn' | 'info'>,
  ) {
    // Prepared, since it is asked after each commit.
    this.#length = database.prepare('pragma wal_checkpoint(noop)');
    this.#thread = thread;
    this.#writer = writer;
    this.#log = log;
  }

  /** Begins one when it is due; to be called after each commit. */
  afterCommit(): void {
    if (!this.#running && performance.now() - this.#failedAt > PAUSE && this.#isDue()) void this.#run();
  }

  /**
   * Empties the log: SQLite overwrites what it frees (`secure_delete`), but the log still holds the old pages.
   *
   * @returns false while another connection reads from the log: it is not waited for
   */
  async empty(): Promise<boolean> {
    await this.#running;
    if (this.#pages().log < DUE) return isDone(await this.#writer().runAlone(EMPTY, []));
    // Most of it while others write.
    await this.#run();
    return this.#betweenWrites(EMPTY);
  }

  #isDue(): boolean {
    return this.#pages().waiting >= DUE;
  }

  #run(): Promise<void> {
    this.#running = this.#copy().finally(() => (this.#running = null));
    return this.#running;
  }

  async #copy(): Promise<void> {
    try {
      await this.#whileOthersWrite();
      // SQLite restarts the log only when nothing waits in it, which never happens while writes do not pause.
      if (this.#pages().log > MOST) await this.#betweenWrites(COPY);
      if (this.#failedAt > -Infinity) this.#log?.info('the log of the database is emptied again');
      this.#failedAt = -Infinity;
    } catch (err) {
      // Only the log grows; when there is no room for it any more, writes fail and say so.
      if (this.#failedAt === -Infinity) this.#log?.warn({ err }, 'the log of the database cannot be emptied; it grows');
      this.#failedAt = performance.now();
    }
  }

  async #betweenWrites(pragma: string): Promise<boolean> {
    const turn = await this.#writer().open({ first: true, long: true });
    try {
      return isDone(await turn.run<Checkpointed>(pragma, []));
    } finally {
      turn.end();
    }
  }

  async #whileOthersWrite(): Promise<void> {
    const giveBack = await this.#thread.take();
    try {
      await this.#thread.execute<Checkpointed>(COPY, []);
    } finally {
      giveBack();
    }
  }

  /** How many pages are in the log, and how many of them are not in the file yet. */
  #pages(): { log: number; waiting: number } {
    const { log, checkpointed } = this.#length.get() as { log: number; checkpointed: number };
    return { log, waiting: log - checkpointed };
  }
}

interface Checkpointed {
  busy: number;
}

function isDone({ rows: [row] }: QueryResult<Checkpointed>): boolean {
  return row?.busy === 0;
}
