import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

import { appError } from '../../../routers/errors.ts';
import { programFile } from '../../package-files.ts';
import {
  READY,
  TOO_LARGE,
  type FromChild,
  type Inspected,
  type InspectTask,
  type SizeTask,
  type ToChild,
} from './messages.ts';

/** The timeouts of tasks, in milliseconds. */
const TIMES = { inspect: 120_000, size: 120_000 };
/** How long the process is kept without a task, in milliseconds. */
const IDLE = 20_000;
const CHILD = programFile('server/media/inspect/child.ts');
/**
 * On a busy core, the service takes precedence over the process, which gets a tenth of it. With 19 it would get a
 * seventieth, so that pictures would take too long.
 */
const NICE = 10;

/**
 * Inspects files in one child process, which is killed when a file takes too long or too much memory. It runs one task
 * at a time, uploads before smaller versions: two images at once would take twice the memory.
 */
export interface Inspector {
  /** @throws UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE */
  inspect(task: Omit<InspectTask, 'what'>, signal?: AbortSignal): Promise<Inspected>;
  /** Makes a smaller version of an image. @throws Error with one sentence */
  makeSize(task: Omit<SizeTask, 'what'>, signal: AbortSignal): Promise<void>;
  close(): void;
}

export function createInspector(): Inspector {
  const tasks = oneAtATime();
  return {
    async inspect(task, signal) {
      const outcome = await tasks.run({ what: 'inspect', ...task }, signal);
      if (outcome.ok) return outcome.value!;
      const { reason, message } = outcome;
      if (reason === 'too large') throw appError('PAYLOAD_TOO_LARGE', message);
      if (reason === 'failed') throw appError('SERVICE_UNAVAILABLE', undefined, { retryAfter: 5, cause: message });
      throw appError('UNSUPPORTED_FILE_TYPE', 'The file is damaged or incomplete: it cannot be read to its end.', {
        cause: message,
      });
    },
    async makeSize(task, signal) {
      const outcome = await tasks.run({ what: 'size', ...task }, signal);
      if (!outcome.ok) throw new Error(outcome.message);
    },
    close: tasks.close,
  };
}

interface Waiting {
  task: ToChild;
  signal: AbortSignal | undefined;
  resolve(outcome: FromChild): void;
}

/** The process starts with the first task, and ends when it has had none for a while. */
function oneAtATime() {
  const waiting: Record<ToChild['what'], Waiting[]> = { inspect: [], size: [] };
  let current: Waiting | null = null;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    if (current) return;
    clearTimeout(timer);
    current = waiting.inspect.shift() ?? waiting.size.shift() ?? null;
    if (!current) {
      timer = setTimeout(end, IDLE).unref();
      return;
    }
    const { signal, task } = current;
    if (signal?.aborted) return settle({ ok: false, reason: 'failed', message: 'It was stopped.' });
    signal?.addEventListener('abort', stopped, { once: true });
    timer = setTimeout(() => {
      end();
      settle({ ok: false, reason: 'damaged', message: 'It took too long.' });
    }, TIMES[task.what]);
    try {
      child ??= start();
      // A process that has just ended is reported by its own event.
      child.send(task, () => undefined);
    } catch {
      notStarted();
    }
  }

  function notStarted(): void {
    end();
    settle({ ok: false, reason: 'failed', message: 'The process that reads files cannot be started.' });
  }

  function stopped(): void {
    end();
    settle({ ok: false, reason: 'failed', message: 'It was stopped.' });
  }

  function settle(outcome: FromChild): void {
    const done = current;
    current = null;
    done?.signal?.removeEventListener('abort', stopped);
    done?.resolve(outcome);
    next();
  }

  function end(): void {
    child
      ?.removeAllListeners()
      .on('error', () => undefined)
      .kill('SIGKILL');
    child = null;
  }

  function start(): ChildProcess {
    const started = fork(CHILD, {
      // The files are outside of V8's heap: it would let hundreds of megabytes of them wait for a collection.
      execArgv: ['--max-old-space-size=512', '--max-semi-space-size=1', '--expose-gc'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing else of the environment, which may configure the libraries and contains secrets.
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        // One file at a time needs no more threads, and glibc keeps freed memory for each of them.
        UV_THREADPOOL_SIZE: '1',
        MALLOC_ARENA_MAX: '1',
        // Larger blocks are given back as soon as they are free.
        MALLOC_MMAP_THRESHOLD_: '262144',
      },
    });
    let isReady = false;
    started.on('message', (message: FromChild | typeof READY) => {
      if (message === READY) isReady = true;
      else settle(message);
    });
    // Without an exit, when the system has no process left for it.
    started.on('error', notStarted);
    started.once('exit', (code, signal) => {
      child = null;
      if (!current) return;
      // V8 aborts the process when its heap is full.
      const isFull = isReady && signal === 'SIGABRT';
      if (code === TOO_LARGE || isFull) settle({ ok: false, reason: 'damaged', message: 'It takes too much memory.' });
      else settle({ ok: false, reason: 'failed', message: 'The process that reads files ended.' });
    });
    try {
      if (started.pid !== undefined) setPriority(started.pid, NICE);
    } catch {
      // Some systems do not allow it.
    }
    // The service may end while it is idle.
    started.unref();
    started.channel?.unref();
    return started;
  }

  return {
    run: (task: ToChild, signal?: AbortSignal): Promise<FromChild> =>
      new Promise((resolve) => {
        waiting[task.what].push({ task, signal, resolve });
        next();
      }),
    close: end,
  };
}
