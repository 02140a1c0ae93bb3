import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { pino } from 'pino';

import type { Services } from '../../routers/core/context.ts';
import { readConfig, type Config } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { openServices } from '../service/open-services.ts';
import { explainStart } from '../service/start-errors.ts';

/**
 * Opens the services on the database of DATABASE_URL, even while the service runs.
 *
 * @throws Error with one sentence
 */
export async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    requireDatabase(config);
    const { services, close } = await openServices({ config, log: pino({ level: 'silent' }) });
    try {
      return await work(services);
    } finally {
      await close();
    }
  } catch (error) {
    throw new Error(explainStart(error, config) ?? (error as Error).message, { cause: error });
  }
}

/** Opening a missing SQLite file would create it: in the wrong folder, the command would silently do nothing. */
function requireDatabase({ databaseUrl }: Config): void {
  const file = /^sqlite:(.*)$/s.exec(databaseUrl)?.[1];
  if (file === undefined || existsSync(file)) return;
  throw new Error(`There is no database ${resolve(file)}; run this where the service runs, or set DATABASE_URL.`);
}
