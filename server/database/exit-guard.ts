import type { Worker } from 'node:worker_threads';

/** Keeps the exit of the process from waiting for threads whose statement still runs. */
export interface ExitGuard {
  /** The thread has begun a statement. */
  began(thread: Worker): void;
  /** The thread has answered everything, or ended. */
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

/** `process.exit` waits for every thread, and nothing interrupts SQLite in one of them: only a signal ends it at once. */
function endProcess(): void {
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}
