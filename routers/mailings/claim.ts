import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { renewLease, type HeldJob } from '../data/held.ts';
import { lastAttempt, type DueMail } from './next.ts';

/** The mail that an instance is about to send. */
interface Claim {
  /** The run that sends it. */
  job: HeldJob;
  mail: DueMail;
  /** The milliseconds from one mail to the next, over all instances. */
  interval: number;
  /** The time of the last attempt that this instance knows of, since which it has waited; null for none. */
  waitedSince: string | null;
}

/** The outcome: claimed, not yet allowed by the rate, or not to be sent (null). */
export type Claimed = { at: string } | { lastAt: string; wait: number } | null;

/** Another instance has taken the job. */
export class JobLost extends Error {}

/**
 * Claims a mail right before it is sent: notes the attempt, at which the interval until the next one begins, whichever
 * instance sends that. The lease of the job is extended in the same transaction.
 *
 * @returns null if the mailing or the subscription has ended, or the mail is not the next one any more
 * @throws JobLost
 */
export function claimMail(
  em: SqlEntityManager,
  clock: Clock,
  { job, mail, interval, waitedSince }: Claim,
): Promise<Claimed> {
  return em.transactional(async (tx) => {
    if (!(await renewLease(tx, clock, job))) throw new JobLost('Another instance has taken the mailings.');
    const lastAt = await lastAttempt(tx);
    if (lastAt !== null && lastAt !== waitedSince) {
      // A time in the future was stored before the clock was set back.
      const wait = Math.min(interval, interval - (clock.now() - Date.parse(lastAt)));
      if (wait > 0) return { lastAt, wait };
    }
    const at = timestamp(clock);
    return (await noteAttempt(tx, at, mail)) ? { at } : null;
  });
}

async function noteAttempt(
  tx: SqlEntityManager,
  attempted_at: string,
  { mailingId, position, retries, subscriber }: DueMail,
): Promise<boolean> {
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('mailings')
    .set({ attempted_at })
    .where('id', '=', mailingId)
    .where('state', '=', 'sending')
    .$if(retries === null, (mailings) => mailings.where('position', '=', position))
    .where(({ exists, selectFrom }) => exists(selectFrom('subscribers').select('id').where('id', '=', subscriber.id)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
