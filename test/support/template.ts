import { pino } from 'pino';

import { createAdministrator } from '../../routers/admin/account.ts';
import { readConfig } from '../../server/config/config.ts';
import { openServices } from '../../server/service/open-services.ts';
import type { Template } from './databases.ts';
import { PASSWORD, ROUNDS, testClock } from './service.ts';

/**
 * Creates the template databases of the tests, so that migrations and the password hash run only once.
 *
 * @param create creates a database from another template and returns its DATABASE_URL
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
