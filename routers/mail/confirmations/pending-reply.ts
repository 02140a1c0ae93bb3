import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import type { NewMail } from '../put.ts';
import type { AskedAddress } from './pending-subscriber.ts';

/** Notes that a pending address is asked. @returns the mail that asks it; null if it is confirmed or deleted */
export async function pendingReplyAddress(
  tx: SqlEntityManager,
  _clock: Clock,
  { email, language, now }: Pick<AskedAddress, 'email' | 'language' | 'now'>,
): Promise<NewMail | null> {
  const pending = await kyselyOf(tx)
    .updateTable('reply_addresses')
    .set({ mailed_at: now })
    .where('email', '=', email)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  if (!pending) return null;
  const { id } = pending;
  return { type: 'reply.confirm', key: `${id}:${now}`, data: { address: id, language } };
}
