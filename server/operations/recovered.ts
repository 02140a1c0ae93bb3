import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../../routers/base/clock.ts';
import type { Services } from '../../routers/core/context.ts';
import { readConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { sqliteFileOf, withoutPassword } from '../storage/database/database-url.ts';
import { reserveFile } from '../storage/copy/exclusive-lock.ts';
import { prepareRestored } from './restored.ts';
import type { AnyTables } from '../storage/database/tables.ts';
import { withServices } from './with-services.ts';

/**
 * Prepares a database that tools of its own set back to an earlier time, as `restore` prepares the copy of a backup: the
 * service would else continue a history whose end it does not have.
 *
 * @returns the URL of the database, without password
 * @throws Error with one sentence when the service runs
 */
export async function prepareRecovered(): Promise<string> {
  const { databaseUrl } = readConfig(readEnvironment());
  const file = sqliteFileOf(databaseUrl);
  const lock = reserveFile(file);
  try {
    await withServices(async ({ em, clock }) => {
      if (file === null) await requireNoInstance(em);
      await em.fork().transactional((tx) => {
        const tables = kyselyOf(tx) as unknown as AnyTables;
        return prepareRestored(tables, file === null ? 'postgres' : 'sqlite', timestamp(clock));
      });
    });
  } finally {
    lock.release();
  }
  return withoutPassword(databaseUrl);
}

/** Each running instance listens on a connection of its own. */
async function requireNoInstance(em: Services['em']): Promise<void> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where application_name = 'octavo-listen' and datname = current_database()`.execute(kyselyOf(em));
  if (rows.length > 0) throw new Error('The database is in use; stop the service first.');
}
