import type { Logger } from 'pino';

import { migrations } from '../../../migrations/index.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';

/**
 * Brings a database up to date: all that a start writes before anything else.
 *
 * @throws DatabaseTooNew
 */
export async function prepareDatabase(
  database: Database,
  { log, isService }: { log: Pick<Logger, 'info'>; isService: boolean },
): Promise<void> {
  const { applied } = await migrate(database, migrations);
  if (applied.length > 0) log.info({ applied }, 'the database is up to date');
  await database.kysely.deleteFrom('touched' as never).execute();
  // A full disk does not prevent reads.
  if (isService) await database.markFile().catch(() => undefined);
}
