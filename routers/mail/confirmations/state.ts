import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { countRows } from '../../data/count-rows.ts';
import { isFree } from './waiting-line.ts';
import { DAY, window } from './time.ts';

/** The requests for confirmation that exceed the limits. */
export interface ConfirmationsState {
  /** Those that wait, unless only because their mailbox got one in the last 24 hours. */
  waiting: number;
  /** Those that were given up in the last 24 hours. */
  dropped: number;
}

/** @param now milliseconds since 1970 */
export async function confirmationsState(db: Kysely<Tables>, now: number): Promise<ConfirmationsState> {
  const { dropped } = await db
    .selectFrom('dropped_confirmations')
    .select(({ fn }) => fn.sum<number | null>('dropped').as('dropped'))
    .where('hour', '>', window(now, DAY).after)
    .executeTakeFirstOrThrow();
  const waiting = db.selectFrom('confirmations').where('sent_at', 'is', null).where(isFree(now));
  return { waiting: await countRows(waiting), dropped: Number(dropped ?? 0) };
}
