import type BetterSqlite3 from 'better-sqlite3';

import { OVERWRITTEN } from '../../../../routers/base/database-errors.ts';
import { errorCode } from '../sqlite-errors.ts';
import type { FileGuard } from './file-guard.ts';

/**
 * Notices that another program has put another database into the file by the means of SQLite. For SQLite,
 * `sqlite3 blog.db '.restore other.db'` is a transaction like any other, after which this is not the same blog.
 */
export class IdentityWatch {
  readonly #database: BetterSqlite3.Database;
  readonly #commits: () => number;
  readonly #file: Pick<FileGuard, 'replaced' | 'hasEnded'>;
  /** Null until it is known. */
  #identity: string | null = null;
  #known = 0;

  /**
   * @param database any connection to the file
   * @param commits grows whenever another process has committed
   */
  constructor(database: BetterSqlite3.Database, commits: () => number, file: Pick<FileGuard, 'replaced' | 'hasEnded'>) {
    this.#database = database;
    this.#commits = commits;
    this.#file = file;
  }

  /** Looks at the identity if another process has committed. */
  look(): void {
    const now = this.#commits();
    if (now === this.#known) return;
    this.#known = now;
    this.check();
  }

  /** Looks at the identity, which is expected from the first time on. */
  check(): void {
    const found = identityIn(this.#database);
    if (this.#identity === null) this.#identity = found ?? null;
    else if (found !== undefined && found !== this.#identity) this.#file.replaced();
  }

  /** A table may be missing because this is another database; the error is then none of the service. */
  explain(error: unknown): void {
    if (errorCode(error) !== 'SQLITE_ERROR') return;
    this.check();
    if (this.#file.hasEnded) Object.assign(error as Error, { code: OVERWRITTEN });
  }
}

/** The identity of a database; null without one, undefined while it cannot be read. */
function identityIn(database: BetterSqlite3.Database): string | null | undefined {
  try {
    return database.prepare<[], string>('select id from identity').pluck().get() ?? null;
  } catch (error) {
    return errorCode(error) === 'SQLITE_ERROR' ? null : undefined;
  }
}
