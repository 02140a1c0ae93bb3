import type { Worker } from 'node:worker_threads';

/** Prevents running statements of threads from delaying the exit of the process. */
export interface ExitGuard {
  /** The thread has started a statement. */
  began(thread: Worker): void;
  /** The thread is idle or has ended. */
  ended(thread: Worker): void;
}

export function guardExit(): ExitGuard {
  const busy = new Set<Worker>();
  return {
    began(thread) {
      if (busy.has(thread)) return;
      busy.add(thread);
      process.on('exit', endProcess);
    },
    ended(thread) {
      if (busy.delete(thread)) process.off('exit', endProcess);
    },
  };
}

/** `process.exit` waits for all threads, and SQLite in a thread cannot be interrupted: only a signal exits immediately. */
function endProcess(): void {
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}
