import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { appError } from '../../../../routers/base/errors.ts';
import { programFile } from '../../../process/package-files.ts';
import { guardExit } from '../exit-guard.ts';
import type { ReadResponse, ReadRequest } from './messages.ts';
import { inBackground } from '../../../../routers/base/defects.ts';

export interface ReaderOptions {
  /** The timeout in milliseconds, from the call to the last row. */
  deadline?: number;
  /** The maximum number of queued reads. */
  maxQueued?: number;
  /** Called with the reason when a thread is replaced. */
  onReplaced?: (reason: unknown) => void;
  /** Called before a thread opens the file; throws if the path refers to another file now. */
  beforeOpening?: () => void;
  /** Called before each read; throws if nothing may be read any more. */
  beforeReading?: () => void;
  /** Called for each failed read. */
  onFailure?: (error: unknown) => void;
}

/** A thread that reads an SQLite file. */
export interface ReaderThread {
  /**
   * Reads all rows of a statement, after earlier calls.
   *
   * @param parameters as SQLite binds them
   * @throws SERVICE_UNAVAILABLE after the timeout, with a full queue, or when the thread ends; errors of SQLite
   */
  read(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  /** Runs work while no read is open, before queued reads. Nothing is read until it is done. */
  between<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long an idle thread is kept, in milliseconds. */
const IDLE = 60_000;
/** How long closing waits for threads, in milliseconds. */
const CLOSING = 1000;
/** The Retry-After of a rejected read, in seconds. */
const RETRY_AFTER = 5;
/** The heap limit in MiB for rows; SQLite's own memory does not count. */
const MEMORY = 256;
/** The maximum number of threads: one that reads, and one whose read has timed out. */
const THREADS = 2;

interface Job {
  request: NonNullable<ReadRequest>;
  rows: unknown[];
  timer: NodeJS.Timeout;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/**
 * A thread with a read-only connection, for reads that would block the event loop. It starts with the first read and
 * ends after a minute without reads. SQLite cannot be interrupted in it: after a timeout the thread is replaced, and
 * ends with its read.
 */
export function readerThread(
  file: string,
  { deadline = 15_000, maxQueued = 50, onReplaced, beforeOpening, beforeReading, onFailure }: ReaderOptions = {},
): ReaderThread {
  const waiting: Job[] = [];
  /** The calls of `between`. */
  const betweenReads: (() => Promise<void>)[] = [];
  const threads = new Set<Worker>();
  const exit = guardExit();
  let worker: Worker | null = null;
  let running: Job | null = null;
  let isWorking = false;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    if (running || isWorking || isClosed) return;
    clearTimeout(idle);
    const work = betweenReads.shift();
    if (work) {
      isWorking = true;
      inBackground(
        work().finally(() => {
          isWorking = false;
          next();
        }),
      );
      return;
    }
    if (waiting.length === 0) {
      idle = setTimeout(replace, IDLE).unref();
      return;
    }
    if (!worker && threads.size >= THREADS) return; // `next` is called again when one of them exits.
    const job = waiting.shift()!;
    try {
      worker ??= start();
    } catch (error) {
      onFailure?.(error);
      job.reject(unavailable(NOT_NOW));
      next();
      return;
    }
    running = job;
    send(worker, job.request);
  }

  function start(): Worker {
    beforeOpening?.();
    const started = new Worker(programFile('server/storage/database/reader/worker.ts'), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    threads.add(started);
    let failure: unknown = null;
    started.on('message', (response: ReadResponse) => {
      exit.ended(started);
      if (worker === started) take(started, response);
    });
    started.on('error', (error) => (failure = error));
    started.once('exit', () => {
      threads.delete(started);
      exit.ended(started);
      if (worker === started) {
        worker = null;
        if (running) onReplaced?.(failure);
        running?.reject(unavailable(NOT_NOW));
        running = null;
      }
      next();
    });
    // After adding listeners, which would ref it again. The timer of a read keeps the process alive for its caller.
    started.unref();
    return started;
  }

  function send(to: Worker, request: ReadRequest): void {
    exit.began(to);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    to.postMessage(request);
  }

  function take(from: Worker, response: ReadResponse): void {
    const job = running;
    if (!job) return;
    if ('rows' in response) {
      for (const row of response.rows) job.rows.push(row);
      if (!response.done) return send(from, null);
      job.resolve(job.rows);
    } else {
      const error = Object.assign(new Error(response.error.message), { code: response.error.code });
      onFailure?.(error);
      job.reject(error);
    }
    running = null;
    next();
  }

  /** Abandons the thread: the next read starts another one. */
  function replace(): void {
    const ending = worker;
    worker = null;
    if (ending) inBackground(ending.terminate());
  }

  function timeOut(job: Job): void {
    job.reject(unavailable('This takes too long; try again later, or narrow the search.'));
    if (running !== job) {
      waiting.splice(waiting.indexOf(job), 1);
      return;
    }
    onReplaced?.(new Error(`This took longer than ${deadline / 1000} seconds: ${job.request.sql}`));
    running = null;
    replace();
    next();
  }

  return {
    read: (sql, parameters) =>
      new Promise((resolve, reject) => {
        beforeReading?.();
        if (waiting.length >= maxQueued || isClosed) throw tooMany();
        const job: Job = {
          request: { sql, parameters },
          rows: [],
          timer: setTimeout(() => timeOut(job), deadline),
          resolve: (rows) => (clearTimeout(job.timer), resolve(rows)),
          reject: (error) => (clearTimeout(job.timer), reject(error)),
        };
        waiting.push(job);
        next();
      }),
    between: (work) =>
      new Promise((resolve, reject) => {
        betweenReads.push(async () => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
        });
        next();
      }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      const ended = [...threads].map((thread) => thread.terminate());
      for (const job of [...waiting.splice(0), ...(running ? [running] : [])]) job.reject(tooMany());
      running = null;
      // A running read occupies only its thread.
      await Promise.race([Promise.all(ended), wait(CLOSING, undefined, { ref: false })]);
    },
  };
}

const NOT_NOW = 'This could not be read; try again.';

function tooMany() {
  return unavailable('Too many searches are waiting; try again in a moment.');
}

function unavailable(sentence: string) {
  return appError('SERVICE_UNAVAILABLE', sentence, { retryAfter: RETRY_AFTER });
}
