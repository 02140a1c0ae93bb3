import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { hashWith } from '../base/address-hash.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { Services } from '../core/context.ts';
import { secretKey } from '../base/secret-keys.ts';

/**
 * Returns a function that hashes addresses in lower case as `ended_subscriptions` has them, with a key of the blog that
 * never expires.
 *
 * Never in a transaction: the first call makes the key in one of its own.
 */
export async function endedHash({ em, clock }: Pick<Services, 'em' | 'clock'>): Promise<(email: string) => string> {
  const key = await secretKey(em, clock, 'ended');
  return (email) => hashWith(key, email);
}

/** Records that a person has ended their subscription. */
export async function recordEnded(tx: SqlEntityManager, clock: Clock, hash: string): Promise<void> {
  await kyselyOf(tx)
    .insertInto('ended_subscriptions')
    .values({ email_hash: hash, ended_at: timestamp(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which of these persons ended a subscription, by their hashes. */
export async function findEnded(em: SqlEntityManager, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await kyselyOf(em)
    .selectFrom('ended_subscriptions')
    .select('email_hash')
    .where('email_hash', 'in', hashes)
    .execute();
  return new Set(rows.map(({ email_hash }) => email_hash));
}

/** Forgets that a person ended a subscription: they subscribed again and confirmed it. */
export async function forgetEnded(tx: SqlEntityManager, hash: string): Promise<void> {
  await kyselyOf(tx).deleteFrom('ended_subscriptions').where('email_hash', '=', hash).execute();
}
