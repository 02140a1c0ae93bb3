import type BetterSqlite3 from 'better-sqlite3';

import type { WriterThread } from './thread.ts';

/**
 * Tells commits of other processes from those of this one. SQLite's `data_version` changes with each commit of another
 * connection, and the thread that writes has a connection of its own.
 */
export class ForeignCommits {
  readonly #version: BetterSqlite3.Statement<[], number>;
  #known: number;
  #count = 0;
  #isLeavingOut = false;

  /** @param database the connection of this thread that writes */
  constructor(database: BetterSqlite3.Database) {
    this.#version = database.prepare<[], number>('pragma data_version').pluck();
    this.#known = this.#read();
  }

  /** Grows when another process has committed; after what the thread is writing, if it is. */
  count(): number {
    if (this.#isLeavingOut) return this.#count;
    const version = this.#read();
    if (version !== this.#known) this.#count += 1;
    this.#known = version;
    return this.#count;
  }

  /**
   * Leaves out what the thread commits from now on; nothing else of this process may write meanwhile.
   *
   * @returns to be called when the thread has written; never rejects
   */
  async leaveOut(thread: WriterThread): Promise<() => Promise<void>> {
    const before = await thread.dataVersion();
    this.count();
    this.#isLeavingOut = true;
    return async () => {
      try {
        const version = this.#read();
        // Its own commits change nothing for the thread's connection: nobody else's came before the line above.
        if ((await thread.dataVersion()) === before) this.#known = version;
      } catch {
        // What the thread committed counts as another process's.
      }
      this.#isLeavingOut = false;
    };
  }

  #read(): number {
    return this.#version.get()!;
  }
}
