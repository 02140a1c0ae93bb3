import type { Services } from '../routers/context.ts';
import { deleteOldEvents } from '../routers/events/keep.ts';
import { putMissingPublications } from '../routers/posts/publication.ts';
import { logFailure } from '../routers/database-errors.ts';

/** Milliseconds between two rounds. */
const EVERY = 60 * 60_000;

/**
 * Deletes, now and every hour, what has expired and is not deleted by the next write of its kind, and puts jobs into the queue
 * that are missing there.
 *
 * @param every milliseconds between two rounds
 * @returns ends it
 */
export function startHousekeeping(
  services: Pick<Services, 'em' | 'clock' | 'loginLimiter' | 'log' | 'databaseFailed'>,
  every = EVERY,
): () => void {
  const { em, clock, loginLimiter } = services;
  const tasks = {
    'expired sign-ins could not be deleted yet': () => loginLimiter.deleteExpired(),
    'old events could not be deleted yet': () => deleteOldEvents(em.fork(), clock),
    'jobs of publications could not be completed yet': () => putMissingPublications(em.fork(), clock),
  };

  async function clean(): Promise<void> {
    for (const [what, work] of Object.entries(tasks)) {
      await work().catch((error: unknown) => logFailure(error, services, what));
    }
  }

  void clean();
  const timer = setInterval(() => void clean(), every).unref();
  return () => clearInterval(timer);
}
