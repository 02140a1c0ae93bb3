import { clearFailures } from '../../routers/admin/login-store.ts';
import { withServices } from './with-services.ts';

/**
 * Clears all failed sign-ins in the database that DATABASE_URL names. Running instances apply it within 5 seconds.
 *
 * @returns how many there were
 * @throws Error with one sentence
 */
export function unlockSignIn(): Promise<number> {
  return withServices(({ em }) => clearFailures(em));
}
