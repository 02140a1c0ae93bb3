import { pino } from 'pino';

import { createAdministrator } from '../../routers/admin/account.ts';
import { readConfig } from '../../server/config.ts';
import { openServices } from '../../server/services.ts';
import type { Template } from './databases.ts';
import { PASSWORD, ROUNDS, testClock } from './service.ts';

/**
 * Makes the databases that those of the tests are copied from, so that migrations and the hash of a password cost their
 * time once.
 *
 * @param create makes a database out of another template and returns its DATABASE_URL
 */
export async function makeTemplates(create: (name: Template, from: Template) => Promise<string>): Promise<void> {
  await fill(await create('migrated', 'empty'));
  await fill(await create('administrator', 'migrated'), { administrator: true });
}

async function fill(url: string, { administrator = false } = {}): Promise<void> {
  const { services, close } = await openServices({
    config: readConfig({ DATABASE_URL: url }),
    log: pino({ level: 'silent' }),
    clock: testClock(),
    passwordRounds: ROUNDS,
  });
  if (administrator) await createAdministrator(services, PASSWORD);
  await close();
}
