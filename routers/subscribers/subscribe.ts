import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { languageFor } from '../../shared/languages.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { isErased } from '../mail/confirmations/erased.ts';
import { mailboxHashes } from '../mail/confirmations/mailbox-hash.ts';
import { lockConfirmations, requestConfirmation } from '../mail/confirmations/request.ts';
import type { CallContext, Services } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { putJob } from '../data/queue.ts';
import type { SubscribeInput } from './schemas.ts';

/** The kind of the jobs that answer requests for a subscription. */
export const SUBSCRIBE_JOB = 'subscribe';

/** How long a request for confirmation is valid, in milliseconds. A pending address is deleted then. */
export const CONFIRM_WITHIN = 7 * 24 * 60 * 60_000;

/** An address that wants to subscribe. */
export interface SubscriptionRequest {
  email: string;
  language: string;
  /** The hash of the network of the request. */
  network: string;
}

/**
 * Accepts a request for a subscription. It does the same for every address: whether it is known is looked up by a job.
 *
 * @throws SUBSCRIPTIONS_CLOSED
 */
export async function requestSubscription(ctx: CallContext, { email, language }: SubscribeInput): Promise<void> {
  const { language: siteLanguage, siteUrl } = await ctx.settings.current();
  // The link in the mail needs the address of the site.
  if (!ctx.policy.offersMail || siteUrl === '') throw appError('SUBSCRIPTIONS_CLOSED');
  const network = (await mailboxHashes(ctx)).network(ctx.request.clientIp);
  const request: SubscriptionRequest = { email, language: languageFor(language ?? siteLanguage), network };
  await ctx.em.fork().transactional(async (tx) => {
    await putJob(tx, ctx.clock, { kind: SUBSCRIBE_JOB, data: request, key: `${SUBSCRIBE_JOB}:${email}` });
  });
}

/** Mails a request for confirmation, unless the address is confirmed or erased; `requestConfirmation` limits it. */
export async function answerRequest(
  services: Pick<Services, 'em' | 'clock' | 'policy'>,
  { email, language, network }: SubscriptionRequest,
): Promise<void> {
  const mailbox = (await mailboxHashes(services)).mailbox(email);
  await services.em.fork().transactional(async (tx) => {
    await lockConfirmations(tx);
    const known = await kyselyOf(tx)
      .selectFrom('subscribers')
      .select('state')
      .where('email', '=', email)
      .executeTakeFirst();
    if (known?.state === 'confirmed' || (await isErased(tx, mailbox))) return;
    await requestConfirmation(tx, services, { purpose: 'subscriber', email, language, mailbox, network });
  });
}

/** Deletes addresses that were not confirmed in time. */
export async function deleteUnconfirmed(em: SqlEntityManager, clock: Clock): Promise<void> {
  await kyselyOf(em)
    .deleteFrom('subscribers')
    .where('state', '=', 'pending')
    .where(({ eb, fn }) => eb(fn.coalesce('mailed_at', 'created_at'), '<', timestamp(clock, -CONFIRM_WITHIN)))
    .execute();
}
