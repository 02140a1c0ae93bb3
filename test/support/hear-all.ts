import { sql } from 'kysely';

import { INVALIDATIONS_CHANNEL } from '../../server/storage/database/recorded.ts';
import type { TestService } from './service.ts';

/**
 * Waits until the service was notified of all commits so far. PostgreSQL notifies every instance of each commit, including
 * its author, with a delay.
 */
export async function hearAll({ changes, database }: TestService): Promise<void> {
  if (database.dialect === 'sqlite') return;
  const last = `last:${Math.random()}`;
  const heard = new Promise<void>((resolve) => {
    changes.listen((tags) => {
      if (tags.includes(last)) resolve();
    });
  });
  await sql`select pg_notify(${INVALIDATIONS_CHANNEL}, ${last})`.execute(database.kysely);
  await heard;
}
