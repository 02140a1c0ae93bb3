import { Worker } from 'node:worker_threads';

import { programFile } from '../../../process/package-files.ts';
import { guardExit } from '../exit-guard.ts';
import { LONGEST_WAIT, QueueTimeout } from '../queue-timeout.ts';
import { Semaphore } from '../semaphore.ts';
import { SqliteBusy } from '../sqlite-errors.ts';
import type { Executed, WritingConnection } from './connection.ts';
import type { FileState, WriteResponse, WriteRequest } from './messages.ts';
import { inBackground } from '../../../../routers/base/defects.ts';

/** How long an idle thread is kept, in milliseconds. */
const IDLE = 60_000;
/** How long closing waits for a statement, in milliseconds. */
const CLOSING = 1000;

const CHECKPOINT = /^pragma wal_checkpoint/;

interface Waiting {
  resolve(executed: Executed<never>): void;
  reject(error: unknown): void;
}

/**
 * A connection in its own thread, for work that would block the event loop: long transactions and checkpoints. The
 * thread starts on demand, and ends after a minute without use.
 */
export class WriterThread implements WritingConnection {
  readonly #file: string;
  readonly #beforeOpening: () => void;
  readonly #beforeCheckpoint: () => FileState | undefined;
  readonly #turn = new Semaphore();
  readonly #exit = guardExit();
  #worker: Worker | null = null;
  /** In the order of the calls. */
  #waiting: Waiting[] = [];
  #idle: NodeJS.Timeout | undefined;
  inTransaction = false;

  /**
   * @param beforeOpening called before the file is opened; throws if the path refers to another file now
   * @param beforeCheckpoint called before a checkpoint, which is busy unless the file is in the state that it returns
   */
  constructor(
    file: string,
    beforeOpening: () => void,
    beforeCheckpoint: () => FileState | undefined = () => undefined,
  ) {
    this.#file = file;
    this.#beforeOpening = beforeOpening;
    this.#beforeCheckpoint = beforeCheckpoint;
  }

  /** Whether a statement is running. */
  get isWorking(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Reserves the connection for one caller.
   *
   * @param options.within the maximum wait in milliseconds
   * @param options.first whether to take precedence over waiting callers
   * @param options.late creates the error of a timeout
   * @returns releases it
   */
  async take({ within = LONGEST_WAIT, first = false, late = (): Error => new QueueTimeout() } = {}): Promise<
    () => void
  > {
    const release = await this.#turn.lock({ within, first, late });
    clearTimeout(this.#idle);
    return () => {
      this.#idle = setTimeout(() => inBackground(this.close()), IDLE).unref();
      release();
    };
  }

  execute<R>(sql: string, parameters: readonly unknown[]): Promise<Executed<R>> {
    return new Promise((resolve, reject) => {
      const expected = CHECKPOINT.test(sql) ? this.#beforeCheckpoint() : undefined;
      this.#worker ??= this.#start();
      this.#waiting.push({ resolve, reject });
      // Keeps the process alive while a caller waits.
      this.#worker.ref();
      this.#exit.began(this.#worker);
      send(this.#worker, { sql, parameters, expected });
    });
  }

  async iterate<R>(sql: string, parameters: readonly unknown[]): Promise<Iterable<R>> {
    const { result } = await this.execute<R>(sql, parameters);
    return result.rows;
  }

  /** Rolls back an open transaction, after the running statement. Never rejects. */
  async rollBack(): Promise<void> {
    // A separate statement, because only its result shows whether the previous one began a transaction.
    if (this.isWorking) await this.execute('select 1', []).catch(() => undefined);
    if (!this.inTransaction) return;
    await this.execute('rollback', []).catch(() => undefined);
    // SQLite discards uncommitted changes when the connection closes.
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
    const timeout = setTimeout(() => inBackground(worker.terminate()), CLOSING);
    await exited;
    clearTimeout(timeout);
  }

  #start(): Worker {
    this.#beforeOpening();
    const worker = new Worker(programFile('server/storage/database/writer/worker.ts'), {
      workerData: { file: this.#file },
    });
    let cause: unknown;
    worker.on('message', (response: WriteResponse) => this.#take(worker, response));
    worker.on('error', (error) => (cause = error));
    worker.once('exit', () => {
      this.#exit.ended(worker);
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.inTransaction = false;
      for (const { reject } of this.#waiting.splice(0)) {
        reject(new SqliteBusy('The thread that writes ended.', { cause }));
      }
    });
    return worker;
  }

  #take(worker: Worker, response: WriteResponse): void {
    const waiting = this.#waiting.shift();
    this.inTransaction = response.inTransaction;
    if (!this.isWorking) {
      worker.unref();
      this.#exit.ended(worker);
    }
    if ('executed' in response) waiting?.resolve(response.executed as Executed<never>);
    else waiting?.reject(Object.assign(new Error(response.error.message), { code: response.error.code }));
  }
}

function send(worker: Worker, request: WriteRequest): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(request);
}
