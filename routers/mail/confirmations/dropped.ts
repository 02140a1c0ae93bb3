import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { HOUR, MAX_WAIT, isoTime, window } from './time.ts';

/** Counts requests that were given up. */
export async function countDropped(tx: SqlEntityManager, now: number, dropped: number): Promise<void> {
  if (dropped === 0) return;
  await kyselyOf(tx)
    .insertInto('dropped_confirmations')
    .values({ hour: isoTime(Math.floor(now / HOUR) * HOUR), dropped })
    .onConflict((conflict) =>
      conflict.column('hour').doUpdateSet(({ eb }) => ({ dropped: eb('dropped_confirmations.dropped', '+', dropped) })),
    )
    .execute();
}

/** Gives up the requests that have waited for too long. */
export async function dropExpired(tx: SqlEntityManager, now: number): Promise<void> {
  const { after, until } = window(now, MAX_WAIT);
  const { numDeletedRows } = await kyselyOf(tx)
    .deleteFrom('confirmations')
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('requested_at', '<=', after), eb('requested_at', '>', until)]))
    .executeTakeFirstOrThrow();
  await countDropped(tx, now, Number(numDeletedRows));
}
