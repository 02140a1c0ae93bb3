import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { resetPassword } from '../../routers/admin/account.ts';
import { generatePassword } from '../../routers/admin/passwords.ts';
import { passwordLength } from '../../shared/lengths.ts';
import { timestamp } from '../../routers/base/clock.ts';
import { storeEvent } from '../storage/console-events.ts';
import { withServices } from './with-services.ts';

/**
 * Sets the administrator's password in the database of DATABASE_URL, even while the service runs.
 *
 * @param password null to generate one
 * @returns the password
 * @throws Error with one sentence
 */
export async function resetAdministratorPassword(password: string | null): Promise<string> {
  const newPassword = password ?? generatePassword();
  const { min, max } = passwordLength;
  if (newPassword.length < min || newPassword.length > max)
    throw new Error(`The password must have ${min} to ${max} characters.`);
  await withServices(async (services) => {
    const note = (tx: SqlEntityManager) => storeEvent(kyselyOf(tx), 'password.changed', timestamp(services.clock));
    if (!(await resetPassword(services, newPassword, note))) {
      throw new Error('There is no administrator yet; start the service, or run "octavo setup".');
    }
  });
  return newPassword;
}
