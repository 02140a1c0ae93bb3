import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Clock } from '../../base/clock.ts';
import type { NewMail } from '../put.ts';
import { newId } from '../../base/new-id.ts';

/** An address that is asked to confirm. */
export interface AskedAddress {
  email: string;
  language: string;
  /** Who asks; default: visitor. */
  source?: 'visitor' | 'owner';
  /** ISO 8601 in UTC. */
  now: string;
  /** 24 hours before. */
  earlier: string;
}

/**
 * Stores an address as a pending subscriber.
 *
 * @returns the mail that asks for confirmation; null if the address is confirmed, or was asked within 24 hours
 */
export async function pendingSubscriber(
  tx: SqlEntityManager,
  clock: Clock,
  { email, language, source = 'visitor', now, earlier }: AskedAddress,
): Promise<NewMail | null> {
  const facts = { state: 'pending', source, refusals: 0 } as const;
  const pending = await kyselyOf(tx)
    .insertInto('subscribers')
    .values({ id: newId('sub', clock), email, language, ...facts, created_at: now, mailed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ language, source, mailed_at: now })
        .where('subscribers.state', '=', 'pending')
        .where(({ or, eb }) =>
          or([
            eb('subscribers.mailed_at', 'is', null),
            eb('subscribers.mailed_at', '<=', earlier),
            // A time in the future is of a clock that was set back.
            eb('subscribers.mailed_at', '>', now),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!pending) return null;
  const { id } = pending;
  return { type: 'subscriber.confirm', key: `${id}:${now}`, data: { subscriber: id } };
}
