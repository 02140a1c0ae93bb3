type Listener = (error: unknown) => void;

const listeners = new Set<Listener>();
let count = 0;

/**
 * Lets work go on that nobody waits for. It should handle its own failures; one that it does not is a defect, and the
 * service goes on.
 */
export function inBackground(work: Promise<unknown>): void {
  work.catch(reportDefect);
}

/**
 * Reports an error that nobody handles. Without a listener, as in threads, it is an uncaught exception, which ends the
 * thread or the command.
 */
export function reportDefect(error: unknown): void {
  count += 1;
  if (listeners.size === 0) {
    queueMicrotask(() => {
      throw error;
    });
  }
  for (const listener of listeners) listener(error);
}

/**
 * Calls the listener with each reported error.
 *
 * @returns ends that
 */
export function onDefect(listener: Listener): () => boolean {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of errors that were reported in this process. */
export function defectCount(): number {
  return count;
}
