import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { isErased } from '../../mail/confirmations/erased.ts';
import { mailboxHashes } from '../../mail/confirmations/mailbox-hash.ts';
import { lockConfirmations, requestConfirmation } from '../../mail/confirmations/request.ts';
import type { Services } from '../../core/context.ts';
import { putJob } from '../../data/queue.ts';
import { newId } from '../../base/new-id.ts';

/** The kind of the jobs that ask addresses of writers of comments to confirm. */
export const REPLY_ADDRESS_JOB = 'reply.address';

/** An address of a writer of comments that may have to be asked. */
interface NewAddress {
  /** In lower case. */
  email: string;
  language: string;
  /** The hash of the network that the comment came from; "" if it is not known. */
  network: string;
}

/** Stores the address of a comment as pending, unless it is known, and puts the job that asks it to confirm. */
export async function askLater(
  tx: SqlEntityManager,
  clock: Clock,
  { email, language, network }: NewAddress,
): Promise<void> {
  const now = timestamp(clock);
  const { id } = await kyselyOf(tx)
    .insertInto('reply_addresses')
    .values({ id: newId('ra', clock), email, state: 'pending', created_at: now, mailed_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const data: AddressRequest = { address: id, language, network };
  await putJob(tx, clock, { kind: REPLY_ADDRESS_JOB, data, key: `${REPLY_ADDRESS_JOB}:${id}` });
}

/** The data of the jobs. */
export interface AddressRequest {
  /** The id of the address. */
  address: string;
  language: string;
  network: string;
}

/** Mails a request for confirmation, unless the address is confirmed or erased; `requestConfirmation` limits it. */
export async function answerAddress(
  services: Pick<Services, 'em' | 'clock' | 'policy'>,
  { address, language, network }: AddressRequest,
): Promise<void> {
  const hashes = await mailboxHashes(services);
  await services.em.fork().transactional(async (tx) => {
    await lockConfirmations(tx);
    const pending = await kyselyOf(tx)
      .selectFrom('reply_addresses')
      .select('email')
      .where('id', '=', address)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!pending) return;
    const { email } = pending;
    const mailbox = hashes.mailbox(email);
    if (await isErased(tx, mailbox)) return;
    await requestConfirmation(tx, services, { purpose: 'reply', email, language, mailbox, network });
  });
}
