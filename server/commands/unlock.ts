import { forgetFailures } from '../../routers/admin/login-ledger.ts';
import { withServices } from './with-services.ts';

/**
 * Forgets every failed sign-in in the database that DATABASE_URL names. Running instances hear of it within 5 seconds.
 *
 * @returns how many there were
 * @throws Error with one sentence
 */
export function unlockSignIn(): Promise<number> {
  return withServices(({ em }) => forgetFailures(em));
}
