import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import type { TestService } from './service.ts';

/**
 * Makes a call while a transaction with a change is open. On PostgreSQL it ends once the call waits for it; on SQLite,
 * which has one writer, at once.
 */
export async function callDuring<T>(
  { database }: Pick<TestService, 'database'>,
  change: (tx: SqlEntityManager) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const answer = await database.orm.em.fork().transactional(async (tx) => {
    await change(tx);
    const called = call().finally(() => (isOver = true));
    if (database.dialect === 'postgres') await somebodyWaits(database, () => isOver);
    return { called };
  });
  return answer.called;
}

/** Resolves when a connection waits for another's lock, or when `isOver`. */
export async function somebodyWaits({ kysely }: TestService['database'], isOver: () => boolean): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (!isOver() && (await waiting.execute(kysely)).rows.length === 0);
}
