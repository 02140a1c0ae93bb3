import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import { dropExpired } from './dropped.ts';
import { lockConfirmations } from './request.ts';
import { currentTime, DAY, HOUR, window } from './time.ts';

/** How long the numbers of requests that were given up are kept, in milliseconds. */
const DROPS_KEPT = 2 * DAY;

/** Deletes what no limit needs any more: networks after an hour, mailboxes after a day. */
export async function cleanConfirmations(em: SqlEntityManager, clock: Clock): Promise<void> {
  await em.transactional(async (tx) => {
    await lockConfirmations(tx);
    const now = await currentTime(tx, clock);
    await dropExpired(tx, now);
    const db = kyselyOf(tx);
    const day = window(now, DAY);
    await db
      .deleteFrom('confirmations')
      .where(({ or, eb }) => or([eb('sent_at', '<=', day.after), eb('sent_at', '>', day.until)]))
      .execute();
    const noNetwork = db.updateTable('confirmations').set({ network: '' }).where('network', '<>', '');
    await noNetwork.where('sent_at', '<=', window(now, HOUR).after).execute();
    await db.deleteFrom('dropped_confirmations').where('hour', '<=', window(now, DROPS_KEPT).after).execute();
  });
}
