import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { pino } from 'pino';

import { resetPassword } from '../../routers/admin/account.ts';
import { generatePassword, PASSWORD_LENGTH } from '../../routers/admin/passwords.ts';
import { readConfig, type Config } from '../config.ts';
import { readEnvironment } from '../environment.ts';
import { openServices } from '../services.ts';
import { explainStart } from '../start-errors.ts';

/**
 * Sets the administrator's password in the database that DATABASE_URL names, also while the service runs.
 *
 * @param password null to have one made
 * @returns the password
 * @throws Error with one sentence
 */
export async function resetAdministratorPassword(password: string | null): Promise<string> {
  const wanted = password ?? generatePassword();
  const { min, max } = PASSWORD_LENGTH;
  if (wanted.length < min || wanted.length > max)
    throw new Error(`The password must have ${min} to ${max} characters.`);
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    requireDatabase(config);
    await reset(config, wanted);
  } catch (error) {
    throw new Error(explainStart(error, config) ?? (error as Error).message, { cause: error });
  }
  return wanted;
}

async function reset(config: Config, password: string): Promise<void> {
  const { services, close } = await openServices({ config, log: pino({ level: 'silent' }) });
  try {
    if (!(await resetPassword(services, password))) {
      throw new Error('There is no administrator yet; start the service, or run "octavo setup".');
    }
  } finally {
    await close();
  }
}

/** Opening a file of SQLite would make it: in the wrong folder, that would reset nothing without a word. */
function requireDatabase({ databaseUrl }: Config): void {
  const file = /^sqlite:(.*)$/s.exec(databaseUrl)?.[1];
  if (file === undefined || existsSync(file)) return;
  throw new Error(`There is no database ${resolve(file)}; run this where the service runs, or set DATABASE_URL.`);
}
