import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { removeSubscriber } from '../subscribers/subscribers.ts';
import type { DueMail } from './next.ts';

const MINUTE = 60_000;
/**
 * The pauses before further attempts, of a mail that the server does not take yet, in minutes: about a day together.
 */
const PAUSES = [5, 15, 30, 60, 120, 240, 480, 480];
/** In how many mailings the server of an address refuses it until the subscription ends. */
const MAX_REFUSALS = 3;

/**
 * How an attempt ended: `accepted` by the server, `later` if it asks for another attempt, `refused` permanently, or
 * `unknown` if it says that the address does not exist.
 */
export type Attempt = 'accepted' | 'later' | 'refused' | 'unknown';

/**
 * Stores how an attempt ended, and moves the mailing on. Does nothing if the mailing was cancelled, or another instance
 * has stored it. One that has lost the job in the meantime stores it too: otherwise the mail would be sent once more.
 */
export async function settleMail(em: SqlEntityManager, clock: Clock, mail: DueMail, attempt: Attempt): Promise<void> {
  const isLater = attempt === 'later' && (mail.retries ?? 0) < PAUSES.length;
  await em.transactional(async (tx) => {
    if (!(await moveOn(tx, mail, { sent: attempt === 'accepted' ? 1 : 0, failed: failureCount(attempt, isLater) })))
      return;
    if (isLater) await retryLater(tx, clock, mail);
    else if (mail.retries !== null) await retryOf(tx, mail).execute();
    if (attempt === 'accepted' && mail.subscriber.refusals > 0) await setRefusals(tx, mail, 0);
    if (attempt === 'unknown') await countRefusal(tx, clock, mail);
  });
}

function failureCount(attempt: Attempt, isLater: boolean): number {
  return attempt === 'accepted' || isLater ? 0 : 1;
}

/** Stores why no mail can be sent at present. */
export async function noteProblem(em: SqlEntityManager, problem: string): Promise<void> {
  await kyselyOf(em).updateTable('mailings').set({ problem }).where('state', '=', 'sending').execute();
}

async function moveOn(
  tx: SqlEntityManager,
  { mailingId, subscriber, position, retries }: DueMail,
  by: { sent: number; failed: number },
): Promise<boolean> {
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('mailings')
    .set(({ eb }) => ({
      sent: eb('sent', '+', by.sent),
      failed: eb('failed', '+', by.failed),
      problem: null,
      ...(retries === null && { position: subscriber.id }),
    }))
    .where('id', '=', mailingId)
    .where('state', '=', 'sending')
    .$if(retries === null, (mailings) => mailings.where('position', '=', position))
    .$if(retries !== null, (mailings) =>
      mailings.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('mailing_retries')
            .select('attempts')
            .where('mailing_id', '=', mailingId)
            .where('subscriber_id', '=', subscriber.id)
            .where('attempts', '=', retries!),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function retryOf(tx: SqlEntityManager, { mailingId, subscriber }: DueMail) {
  return kyselyOf(tx)
    .deleteFrom('mailing_retries')
    .where('mailing_id', '=', mailingId)
    .where('subscriber_id', '=', subscriber.id);
}

async function retryLater(tx: SqlEntityManager, clock: Clock, mail: DueMail): Promise<void> {
  const attempts = mail.retries ?? 0;
  const next_at = timestamp(clock, PAUSES[attempts]! * MINUTE);
  await retryOf(tx, mail).execute();
  // Nothing if the subscription has ended.
  await kyselyOf(tx)
    .insertInto('mailing_retries')
    .columns(['mailing_id', 'subscriber_id', 'attempts', 'next_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('subscribers')
        .select([
          val(mail.mailingId).as('mailing_id'),
          'id',
          val(attempts + 1).as('attempts'),
          val(next_at).as('next_at'),
        ])
        .where('id', '=', mail.subscriber.id),
    )
    .execute();
}

async function setRefusals(tx: SqlEntityManager, { subscriber }: DueMail, refusals: number): Promise<void> {
  await kyselyOf(tx).updateTable('subscribers').set({ refusals }).where('id', '=', subscriber.id).execute();
}

async function countRefusal(tx: SqlEntityManager, clock: Clock, mail: DueMail): Promise<void> {
  const refusals = mail.subscriber.refusals + 1;
  if (refusals >= MAX_REFUSALS) await removeSubscriber(tx, clock, mail.subscriber.id);
  else await setRefusals(tx, mail, refusals);
}
