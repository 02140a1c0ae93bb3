import type { Services } from '../routers/context.ts';
import { logFailure } from '../routers/database-errors.ts';

/** Milliseconds between two rounds. */
const EVERY = 60 * 60_000;

/**
 * Deletes, now and every hour, what has expired and is not deleted by the next write of its kind.
 *
 * @param every milliseconds between two rounds
 * @returns ends it
 */
export function startHousekeeping(
  { loginLimiter, log, databaseFailed }: Pick<Services, 'loginLimiter' | 'log' | 'databaseFailed'>,
  every = EVERY,
): () => void {
  async function clean(): Promise<void> {
    try {
      await loginLimiter.deleteExpired();
    } catch (error) {
      logFailure(error, { log, databaseFailed }, 'expired sign-ins could not be deleted yet');
    }
  }

  void clean();
  const timer = setInterval(() => void clean(), every).unref();
  return () => clearInterval(timer);
}
