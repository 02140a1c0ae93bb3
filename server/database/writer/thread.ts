import { Worker } from 'node:worker_threads';

import { guardExit } from '../exit-guard.ts';
import { Mutex } from '../mutex.ts';
import { SqliteBusy } from '../sqlite-errors.ts';
import type { Executed, WritingConnection } from './connection.ts';
import type { Answer, Asked } from './messages.ts';

/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000;
/** Milliseconds that one who needs the thread waits for another one. */
const WAIT = 15_000;
/** Milliseconds that closing waits for a statement. */
const CLOSING = 1000;

interface Waiting {
  resolve(executed: Executed<never>): void;
  reject(error: unknown): void;
}

/**
 * A connection in a thread of its own, for what would hold the event loop: long transactions, and checkpoints. The thread
 * starts when it is needed, and ends when it was not for a minute.
 */
export class WriterThread implements WritingConnection {
  readonly #file: string;
  readonly #beforeOpening: () => void;
  readonly #mutex = new Mutex();
  readonly #exit = guardExit();
  #worker: Worker | null = null;
  /** In the order in which they were asked. */
  #waiting: Waiting[] = [];
  #idle: NodeJS.Timeout | undefined;
  inTransaction = false;

  /** @param beforeOpening called before the file is opened; throws when that would be another file */
  constructor(file: string, beforeOpening: () => void) {
    this.#file = file;
    this.#beforeOpening = beforeOpening;
  }

  /** Whether a statement is under way. */
  get isWorking(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Takes the connection for one user.
   *
   * @returns gives it back
   * @throws SqliteBusy
   */
  async take(): Promise<() => void> {
    const late = () => new SqliteBusy(`The writing thread was not free for ${WAIT / 1000} seconds.`);
    const release = await this.#mutex.lock({ within: WAIT, late });
    clearTimeout(this.#idle);
    return () => {
      this.#idle = setTimeout(() => void this.close(), IDLE).unref();
      release();
    };
  }

  execute<R>(sql: string, parameters: readonly unknown[]): Promise<Executed<R>> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#waiting.push({ resolve, reject });
      // The process lives as long as somebody waits.
      this.#worker.ref();
      this.#exit.began(this.#worker);
      send(this.#worker, { sql, parameters });
    });
  }

  async iterate<R>(sql: string, parameters: readonly unknown[]): Promise<Iterable<R>> {
    const { result } = await this.execute<R>(sql, parameters);
    return result.rows;
  }

  /** Rolls back what is open, after the statement that is under way. Never rejects. */
  async rollBack(): Promise<void> {
    // A statement of its own, since only its answer tells whether the one before it began a transaction.
    if (this.isWorking) await this.execute('select 1', []).catch(() => undefined);
    if (!this.inTransaction) return;
    await this.execute('rollback', []).catch(() => undefined);
    // SQLite drops what was not committed when its connection closes.
    if (this.inTransaction) await this.#worker?.terminate();
  }

  /** Changes with each commit of another connection. */
  async dataVersion(): Promise<number> {
    const { result } = await this.execute<{ data_version: number }>('pragma data_version', []);
    return result.rows[0]!.data_version;
  }

  /** Ends the thread; the next statement starts another one. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (!worker) return;
    if (!this.isWorking) this.#worker = null;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    send(worker, null);
    const patience = setTimeout(() => void worker.terminate(), CLOSING);
    await exited;
    clearTimeout(patience);
  }

  #start(): Worker {
    this.#beforeOpening();
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { file: this.#file } });
    let failure: unknown = new Error('The thread that writes ended.');
    worker.on('message', (answer: Answer) => this.#take(worker, answer));
    worker.on('error', (error) => (failure = error));
    worker.once('exit', () => {
      this.#exit.ended(worker);
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.inTransaction = false;
      for (const { reject } of this.#waiting.splice(0)) reject(failure);
    });
    return worker;
  }

  #take(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.shift();
    this.inTransaction = answer.inTransaction;
    if (!this.isWorking) {
      worker.unref();
      this.#exit.ended(worker);
    }
    if ('executed' in answer) waiting?.resolve(answer.executed as Executed<never>);
    else waiting?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
  }
}

function send(worker: Worker, asked: Asked): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(asked);
}
