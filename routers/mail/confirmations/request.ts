import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Confirmation } from '../../../entities/confirmation.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import type { Services } from '../../core/context.ts';
import { lockExclusively } from '../../data/exclusive-lock.ts';
import { newId } from '../../base/new-id.ts';
import { countDropped } from './dropped.ts';
import { hasRoom } from './waiting-line.ts';
import { planNext, releaseConfirmations } from './release.ts';
import { currentTime, DAY, isoTime, window } from './time.ts';

/** The most requests that wait. */
const MAX_WAITING = 5000;

/** A request for a mail that asks to confirm an address. */
export interface ConfirmationRequest {
  purpose: Confirmation['purpose'];
  /** In lower case. */
  email: string;
  language: string;
  /** The hash of its mailbox. */
  mailbox: string;
  /** The hash of the network that it came from; "" if it is the owner's. */
  network: string;
}

/**
 * Takes the lock under which confirmations are decided and addresses are erased, until the transaction ends.
 *
 * @param tx has written nothing yet
 */
export function lockConfirmations(tx: SqlEntityManager): Promise<void> {
  return lockExclusively(tx, 'confirmations');
}

/**
 * Sends a mail that asks to confirm an address, now or later. A mailbox gets one in 24 hours: a further request for the
 * same purpose is given up, one for the other purpose waits.
 *
 * @param tx holds the lock of `lockConfirmations`
 */
export async function requestConfirmation(
  tx: SqlEntityManager,
  services: Pick<Services, 'clock' | 'policy'>,
  { purpose, email, language, mailbox, network }: ConfirmationRequest,
): Promise<void> {
  const now = await currentTime(tx, services.clock);
  const { after, until } = window(now, DAY);
  const db = kyselyOf(tx);
  const earlier = await db
    .selectFrom('confirmations')
    .select(({ fn }) => ['id', fn.coalesce('sent_at', 'requested_at').as('at')])
    .where('mailbox', '=', mailbox)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (earlier && earlier.at > after && earlier.at <= until) return;
  if (earlier) await db.deleteFrom('confirmations').where('id', '=', earlier.id).execute();
  const row = { id: newId('cf', services.clock), purpose, email, language, mailbox, network };
  await db
    .insertInto('confirmations')
    .values({ ...row, requested_at: isoTime(now) })
    .execute();
  await keepWithinBound(tx, now);
  // Nothing else has become possible by this request: the job looks at those that waited before.
  if (await hasRoom(tx, now, network)) await releaseConfirmations(tx, services);
  else await planNext(tx, services.clock, now);
}

/** The job: sends the confirmations whose turn it is. */
export async function sendWaiting(services: Pick<Services, 'em' | 'clock' | 'policy'>): Promise<void> {
  await services.em.fork().transactional(async (tx) => {
    await lockConfirmations(tx);
    await releaseConfirmations(tx, services);
  });
}

/** If too many wait, gives up the newest of the network that has most of them. */
async function keepWithinBound(tx: SqlEntityManager, now: number): Promise<void> {
  const waiting = kyselyOf(tx).selectFrom('confirmations').where('sent_at', 'is', null);
  const { count } = await waiting.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  if (Number(count) <= MAX_WAITING) return;
  const most = await waiting
    .select('network')
    .groupBy('network')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy(({ fn }) => fn.max('id'), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const newest = await waiting
    .select('id')
    .where('network', '=', most.network)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await kyselyOf(tx).deleteFrom('confirmations').where('id', '=', newest.id).execute();
  await countDropped(tx, now, 1);
}
