import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { DAY } from './time.ts';

/** How long the hash of an erased address is kept, in milliseconds. */
const KEPT = 180 * DAY;

/** Records that an address was erased. @param mailbox its hash */
export async function recordErased(tx: SqlEntityManager, clock: Clock, mailbox: string): Promise<void> {
  const erased_at = timestamp(clock);
  await kyselyOf(tx)
    .insertInto('erased_addresses')
    .values({ mailbox, erased_at })
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ erased_at }))
    .execute();
}

/** Which of these addresses were erased, by the hashes of their mailboxes. */
export async function findErased(em: SqlEntityManager, mailboxes: readonly string[]): Promise<Set<string>> {
  if (mailboxes.length === 0) return new Set();
  const rows = await kyselyOf(em)
    .selectFrom('erased_addresses')
    .select('mailbox')
    .where('mailbox', 'in', mailboxes)
    .execute();
  return new Set(rows.map(({ mailbox }) => mailbox));
}

/** Whether an address was erased. @param mailbox its hash */
export async function isErased(em: SqlEntityManager, mailbox: string): Promise<boolean> {
  return (await findErased(em, [mailbox])).size > 0;
}

/** Forgets that an address was erased: its person has confirmed it since. */
export async function forgetErased(tx: SqlEntityManager, mailbox: string): Promise<void> {
  await kyselyOf(tx).deleteFrom('erased_addresses').where('mailbox', '=', mailbox).execute();
}

/** Deletes the hashes of addresses that were erased long ago. */
export async function deleteOldErased(em: SqlEntityManager, clock: Clock): Promise<void> {
  await kyselyOf(em).deleteFrom('erased_addresses').where('erased_at', '<=', timestamp(clock, -KEPT)).execute();
}
