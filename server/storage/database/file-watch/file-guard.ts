import { existsSync } from 'node:fs';

import type { Logger } from 'pino';

import { explainSqlite, isDamage, SqliteOverwritten, SqliteWritesRefused, errorCode } from '../sqlite-errors.ts';
import { openedFile } from '../sqlite-file.ts';
import type { FileState } from '../writer/messages.ts';
import { FileWatch, type Change } from './file-watch.ts';
import { putLogAside } from './put-aside.ts';
import { Recheck } from './recheck.ts';

interface GuardOptions {
  /** Whether this is the service on the file, which ends writing when something is wrong with it. */
  isService?: boolean | undefined;
  log?: Pick<Logger, 'error'> | undefined;
}

/**
 * Decides whether this process may write to its SQLite file. When another program has overwritten the file, or SQLite finds
 * it damaged, writing ends for the life of the process.
 */
export class FileGuard {
  readonly #path: string;
  readonly #log: Pick<Logger, 'error'> | undefined;
  readonly #file;
  readonly #watch: FileWatch | null;
  readonly #recheck: Recheck;
  readonly #isService: boolean;
  /** Why writing has ended. */
  #ended: SqliteWritesRefused | null = null;
  /** Why writes are refused for now. */
  #held: SqliteWritesRefused | null = null;

  /** @param path of a file that is open, and has been read */
  constructor(path: string, { isService = false, log }: GuardOptions) {
    this.#path = path;
    this.#log = log;
    this.#isService = isService;
    this.#file = openedFile(path);
    // Some file systems cannot have a write-ahead log: without one, every commit changes the file.
    const isWatched = isService && existsSync(`${path}-shm`);
    this.#recheck = new Recheck(path, (error) => this.report(error));
    const events = { onChange: (change: Change) => this.#changed(change), onTouch: () => this.#recheck.begin() };
    this.#watch = isWatched ? new FileWatch(path, this.#file, events) : null;
  }

  /** Whether writing has ended. The connections must not be closed then: the last one would write the log into the file. */
  get hasEnded(): boolean {
    return this.#ended !== null;
  }

  /** Why nothing is written to a file in its place, in a sentence for the operator; null if nothing is known. */
  get problem(): string | null {
    return (this.#ended ?? this.#held)?.message ?? null;
  }

  /** Refuses writes until the returned function is called. */
  hold(sentence: string): () => void {
    const held = new SqliteWritesRefused(sentence, 'SQLITE_READONLY_CHECKED');
    this.#held = held;
    return () => {
      if (this.#held === held) this.#held = null;
    };
  }

  /** @throws SqliteOverwritten: what was read before does not belong to the file any more */
  beforeRead(): void {
    if (this.#ended instanceof SqliteOverwritten) throw this.#ended;
  }

  /** Looks whether another program has overwritten the file. @throws SqliteOverwritten */
  checkContent(): void {
    try {
      this.look();
    } catch (error) {
      if (error instanceof SqliteOverwritten) throw error;
    }
  }

  /** @throws SqliteMoved; SqliteWritesRefused */
  beforeWrite(): void {
    const refusal = this.#ended ?? this.#held;
    if (refusal) throw refusal;
    this.#watch?.dropMark();
    this.look();
  }

  /**
   * The statements that a transaction runs before it is committed.
   *
   * @throws as `beforeWrite`
   */
  beforeCommit(): readonly string[] {
    this.beforeWrite();
    return this.#watch?.changeMark() ?? [];
  }

  /** @throws SqliteMoved, SqliteOverwritten: what was committed may not be in the file */
  afterCommit(): void {
    this.look();
    this.#watch?.keepMark();
  }

  /**
   * @returns the state of the file; undefined if it is not watched
   * @throws SqliteMoved, SqliteOverwritten
   */
  beforeCheckpoint(): FileState | undefined {
    this.look();
    return this.#watch?.state;
  }

  /** Looks whether it is the same file, with the same content as far as this process can know. */
  look(): void {
    if (this.#ended instanceof SqliteOverwritten) throw this.#ended;
    if (this.#watch && !this.#ended) this.#watch.look();
    else this.#file.check();
  }

  /** As `look`, and reads parts of the content. */
  lookClosely(): void {
    if (this.#watch && !this.#ended) this.#watch.lookClosely();
    else this.look();
  }

  /**
   * Takes the error of any connection to the file. Damage ends writing.
   *
   * @returns whether the error needs no further report
   */
  report(error: unknown): boolean {
    if (error instanceof SqliteWritesRefused) return true;
    if (!this.#isService || !isDamage(error)) return false;
    if (!this.#ended && !this.#isOverwritten()) this.#damaged(error);
    return true;
  }

  /** Ends writing because a check has found the file damaged, which the caller reports. */
  end(cause: unknown): void {
    this.#ended ??= new SqliteWritesRefused(explainSqlite(cause, this.#path)!, errorCode(cause), { cause });
  }

  /** Ends writing because another program has put another database into the file by the means of SQLite. */
  replaced(): void {
    if (!this.#isService || this.#ended) return;
    // Unlike that of a file that was copied over it, the log belongs to the content.
    this.#ended = new SqliteOverwritten(this.#path);
    this.#log?.error(this.#ended.message);
  }

  /** Ends what runs in the background. Call it before the connections are closed. */
  async stop(): Promise<void> {
    await this.#recheck.stop();
  }

  /** Call it when no connection is open any more. */
  close(): void {
    this.#watch?.close();
  }

  /** Wrong content is usually that of another file. */
  #isOverwritten(): boolean {
    try {
      this.lookClosely();
    } catch {
      return this.hasEnded;
    }
    return false;
  }

  #changed(change: Change): never {
    if (change === 'overwritten') throw this.#overwritten();
    throw this.#damaged(Object.assign(new Error('Pages have changed on the disk.'), { code: 'SQLITE_CORRUPT' }));
  }

  #damaged(cause: unknown): SqliteWritesRefused {
    const sentence = `${explainSqlite(cause, this.#path)} Nothing is written until then.`;
    this.#ended = new SqliteWritesRefused(sentence, errorCode(cause), { cause });
    this.#log?.error({ err: cause }, sentence);
    return this.#ended;
  }

  #overwritten(): SqliteWritesRefused {
    const error = new SqliteOverwritten(this.#path);
    this.#ended = error;
    const kept = putLogAside(this.#path);
    this.#log?.error(kept === null ? error.message : `${error.message} ${lastChanges(kept)}`);
    return error;
  }
}

function lastChanges(kept: string): string {
  return `The last changes of the old content are in ${kept}.`;
}
