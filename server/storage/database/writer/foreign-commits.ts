import type BetterSqlite3 from 'better-sqlite3';

import type { WriterThread } from './thread.ts';

/**
 * Distinguishes commits of other processes from those of this one. SQLite's `data_version` changes with each commit of
 * another connection, and the writer thread has its own connection.
 */
export class ForeignCommits {
  readonly #version: BetterSqlite3.Statement<[], number>;
  #known: number;
  #count = 0;
  #isExcluding = false;

  /** @param database the writing connection of this thread */
  constructor(database: BetterSqlite3.Database) {
    this.#version = database.prepare<[], number>('pragma data_version').pluck();
    this.#known = this.#read();
  }

  /** Grows when another process has committed; while the thread writes, only after its write. */
  count(): number {
    if (this.#isExcluding) return this.#count;
    const version = this.#read();
    if (version !== this.#known) this.#count += 1;
    this.#known = version;
    return this.#count;
  }

  /** Counts a commit of this process that was not announced. */
  add(): void {
    this.#count += 1;
  }

  /**
   * Excludes the commits of the thread from now on; until the end, nothing else of this process may write.
   *
   * @returns to be called after the thread has written; never rejects
   */
  async excludeThread(thread: WriterThread): Promise<() => Promise<void>> {
    const before = await thread.dataVersion();
    this.count();
    this.#isExcluding = true;
    return async () => {
      try {
        const version = this.#read();
        // Its own commits do not change the thread's data_version, so no foreign commit came before the line above.
        if ((await thread.dataVersion()) === before) this.#known = version;
      } catch {
        // The commits of the thread count as those of another process.
      }
      this.#isExcluding = false;
    };
  }

  #read(): number {
    return this.#version.get()!;
  }
}
