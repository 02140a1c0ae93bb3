import { timestamp } from '../../routers/base/clock.ts';
import { clearFailures } from '../../routers/core/sign-in/login-store.ts';
import { addToAudit } from '../storage/console-events.ts';
import { withServices } from './with-services.ts';

/**
 * Deletes all failed sign-ins in the database of DATABASE_URL. Running instances apply this within 5 seconds.
 *
 * @returns their number
 * @throws Error with one sentence
 */
export function unlockSignIn(): Promise<number> {
  return withServices(({ em, clock }) => clearFailures(em, (tx) => addToAudit(tx, timestamp(clock), 'login.unlocked')));
}
