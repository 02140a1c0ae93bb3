import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

import { appError } from '../../../routers/base/errors.ts';
import { programFile } from '../../process/package-files.ts';
import {
  ALIVE,
  READY,
  TOO_LARGE,
  type EditTask,
  type FromChild,
  type Inspected,
  type InspectTask,
  type SizeTask,
  type ToChild,
} from './messages.ts';
import { watchProgress, type Watched } from './progress.ts';

/** How many uploads may wait: of one caller, and in all. */
const MAX_WAITING = { each: 20, all: 100 };
/** How long the process is kept without a task, in milliseconds. */
const IDLE = 20_000;
const CHILD = programFile('server/media/inspect/child.ts');
/**
 * On a busy core, the service takes precedence over the process, which gets a tenth of it. With 19 it would get a
 * seventieth, so that pictures would take too long.
 */
const NICE = 10;

/**
 * Inspects files in one child process, which is killed when it makes no progress or takes too much memory. It runs one task
 * at a time, uploads before smaller versions: two images at once would take twice the memory.
 */
export interface Inspector {
  /**
   * Checks that another upload may wait.
   *
   * @param owner of the upload: the id of a session or an API key
   * @throws SERVICE_UNAVAILABLE
   */
  requireRoom(owner: string): void;
  /**
   * @param owner whose uploads take turns with those of others
   * @throws UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
   */
  inspect(task: Omit<InspectTask, 'what'>, owner: string): Promise<Inspected>;
  /**
   * Makes an image of a part of another one; it waits and takes turns as uploads do.
   *
   * @throws as `inspect`
   */
  edit(task: Omit<EditTask, 'what'>, owner: string): Promise<void>;
  /** Makes a smaller version of an image. @throws Error with one sentence */
  makeSize(task: Omit<SizeTask, 'what'>, signal: AbortSignal): Promise<void>;
  close(): void;
}

export function createInspector(): Inspector {
  const tasks = oneAtATime();

  function requireRoom(owner: string): void {
    const { length: all } = tasks.uploads;
    const own = tasks.uploads.filter((one) => one.owner === owner).length;
    if (own < MAX_WAITING.each && all < MAX_WAITING.all) return;
    throw appError('SERVICE_UNAVAILABLE', 'Too many uploads are waiting to be checked; try again in a moment.', {
      retryAfter: 5,
    });
  }

  /** @throws UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE */
  async function runUpload(task: InspectTask | EditTask, owner: string): Promise<Inspected | null> {
    requireRoom(owner);
    const outcome = await tasks.run(task, { owner });
    if (outcome.ok) return outcome.value;
    const { reason, message } = outcome;
    if (reason === 'too large') throw appError('PAYLOAD_TOO_LARGE', message);
    if (reason === 'unsuitable') throw appError('UNSUPPORTED_FILE_TYPE', message);
    if (reason === 'failed') throw appError('SERVICE_UNAVAILABLE', undefined, { retryAfter: 5, cause: message });
    throw appError('UNSUPPORTED_FILE_TYPE', 'The file is damaged or incomplete: it cannot be read to its end.', {
      cause: message,
    });
  }

  return {
    requireRoom,
    inspect: async (task, owner) => (await runUpload({ what: 'inspect', ...task }, owner))!,
    async edit(task, owner) {
      await runUpload({ what: 'edit', ...task }, owner);
    },
    async makeSize(task, signal) {
      const outcome = await tasks.run({ what: 'size', ...task }, { signal });
      if (!outcome.ok) throw new Error(outcome.message);
    },
    close: tasks.close,
  };
}

interface Waiting {
  task: ToChild;
  owner?: string;
  signal?: AbortSignal;
  resolve(outcome: FromChild): void;
}

/** The process starts with the first task, and ends when it has had none for a while. */
function oneAtATime() {
  /** Edits wait among the uploads. */
  const waiting: Record<'upload' | 'size', Waiting[]> = { upload: [], size: [] };
  let current: Waiting | null = null;
  let child: ChildProcess | null = null;
  let lastOwner: string | undefined;
  let watched: Watched | null = null;
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    if (current) return;
    clearTimeout(idle);
    current = nextUpload() ?? waiting.size.shift() ?? null;
    if (!current) {
      idle = setTimeout(end, IDLE).unref();
      return;
    }
    const { signal, task } = current;
    if (signal?.aborted) return settle({ ok: false, reason: 'failed', message: 'It was stopped.' });
    signal?.addEventListener('abort', stopped, { once: true });
    try {
      child ??= start();
      if (child.pid !== undefined) watched = watchProgress(child.pid, stuck);
      // A process that has just ended is reported by its own event.
      child.send(task, () => undefined);
    } catch {
      notStarted();
    }
  }

  /** One caller's uploads wait for those of the others. */
  function nextUpload(): Waiting | undefined {
    const other = waiting.upload.findIndex(({ owner }) => owner !== lastOwner);
    const [upload] = waiting.upload.splice(Math.max(other, 0), 1);
    lastOwner = upload?.owner;
    return upload;
  }

  function stuck(): void {
    end();
    settle({ ok: false, reason: 'failed', message: 'The process that reads files was stuck.' });
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
    watched?.stop();
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
    started.on('message', (message: FromChild | typeof READY | typeof ALIVE) => {
      if (message === READY) isReady = true;
      else if (message === ALIVE) watched?.alive();
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
    /** Those that wait. */
    uploads: waiting.upload as readonly Waiting[],
    run: (task: ToChild, options: Pick<Waiting, 'owner' | 'signal'>): Promise<FromChild> =>
      new Promise((resolve) => {
        waiting[task.what === 'size' ? 'size' : 'upload'].push({ task, ...options, resolve });
        next();
      }),
    close: end,
  };
}
