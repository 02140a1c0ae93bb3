import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { languageFor } from '../../shared/languages.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { appError } from '../errors.ts';
import { putJob } from '../jobs/queue.ts';
import { putMail } from '../mail/put.ts';
import { newId } from '../new-id.ts';
import type { SubscribeInput } from './schemas.ts';

/** The kind of the jobs that answer requests for a subscription. */
export const SUBSCRIBE_JOB = 'subscribe';

/** Milliseconds within which an address gets one request for confirmation. */
const ONCE_IN = 24 * 60 * 60_000;
/** How long a request for confirmation is valid, in milliseconds. A pending address is deleted then. */
export const CONFIRM_WITHIN = 7 * 24 * 60 * 60_000;

/** An address that wants to subscribe. */
export interface SubscriptionRequest {
  email: string;
  language: string;
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
  const request: SubscriptionRequest = { email, language: languageFor(language ?? siteLanguage) };
  await ctx.em.fork().transactional(async (tx) => {
    await putJob(tx, ctx.clock, { kind: SUBSCRIBE_JOB, data: request, key: `${SUBSCRIBE_JOB}:${email}` });
  });
}

/**
 * Stores the address as pending, and mails a request for confirmation, unless it is confirmed or was asked within 24
 * hours.
 */
export function answerRequest(
  em: SqlEntityManager,
  clock: Clock,
  { email, language }: SubscriptionRequest,
): Promise<void> {
  const now = timestamp(clock);
  const earlier = timestamp(clock, -ONCE_IN);
  return em.transactional(async (tx) => {
    const pending = await kyselyOf(tx)
      .insertInto('subscribers')
      .values({
        id: newId('sub', clock),
        email,
        language,
        state: 'pending',
        source: 'visitor',
        created_at: now,
        mailed_at: now,
        refusals: 0,
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ language, mailed_at: now })
          .where('subscribers.state', '=', 'pending')
          // A time in the future is of a clock that was set back.
          .where(({ or, eb }) =>
            or([eb('subscribers.mailed_at', '<=', earlier), eb('subscribers.mailed_at', '>', now)]),
          ),
      )
      .returning('id')
      .executeTakeFirst();
    if (!pending) return;
    const { id } = pending;
    await putMail(tx, clock, { type: 'subscriber.confirm', key: `${id}:${now}`, data: { subscriber: id } });
  });
}

/** Deletes addresses that were not confirmed in time. */
export async function deleteUnconfirmed(em: SqlEntityManager, clock: Clock): Promise<void> {
  await kyselyOf(em)
    .deleteFrom('subscribers')
    .where('state', '=', 'pending')
    .where('mailed_at', '<', timestamp(clock, -CONFIRM_WITHIN))
    .execute();
}
