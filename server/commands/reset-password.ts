import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { resetPassword } from '../../routers/admin/account.ts';
import { generatePassword } from '../../routers/admin/passwords.ts';
import { passwordLength } from '../../shared/lengths.ts';
import { timestamp } from '../../routers/clock.ts';
import { leaveEvent } from '../console-events.ts';
import { withServices } from './with-services.ts';

/**
 * Sets the administrator's password in the database that DATABASE_URL names, also while the service runs.
 *
 * @param password null to have one made
 * @returns the password
 * @throws Error with one sentence
 */
export async function resetAdministratorPassword(password: string | null): Promise<string> {
  const wanted = password ?? generatePassword();
  const { min, max } = passwordLength;
  if (wanted.length < min || wanted.length > max)
    throw new Error(`The password must have ${min} to ${max} characters.`);
  await withServices(async (services) => {
    const note = (tx: SqlEntityManager) => leaveEvent(kyselyOf(tx), 'password.changed', timestamp(services.clock));
    if (!(await resetPassword(services, wanted, note))) {
      throw new Error('There is no administrator yet; start the service, or run "octavo setup".');
    }
  });
  return wanted;
}
