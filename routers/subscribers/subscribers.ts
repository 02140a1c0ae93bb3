import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { languageFor, type Language } from '../../shared/languages.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { forgetErased, isErased } from '../mail/confirmations/erased.ts';
import { mailboxHashes } from '../mail/confirmations/mailbox-hash.ts';
import { lockConfirmations } from '../mail/confirmations/request.ts';
import { DAY } from '../mail/confirmations/time.ts';
import { isLike, likePattern } from '../data/words/contains.ts';
import type { CallContext, Services } from '../core/context.ts';
import { noteObject } from '../data/audit.ts';
import { countRows } from '../data/count-rows.ts';
import { appError, type AppError } from '../base/errors.ts';
import { recordEvent } from '../data/record.ts';
import { putMail } from '../mail/put.ts';
import { readerOf } from '../core/reader.ts';
import { foldCase } from '../base/text.ts';
import { findEnded, endedHash, forgetEnded, recordEnded } from './ended.ts';
import { insertConfirmed } from './insert-confirmed.ts';
import { pendingSubscriber } from '../mail/confirmations/pending-subscriber.ts';
import type { ListInput, SubscribeInput, SubscriberShape } from './schemas.ts';

/** A page of the subscribers, newest first, with the numbers of those that fit and of all in each state. */
export async function listSubscribers(
  ctx: CallContext,
  { page, pageSize, ...filters }: ListInput,
): Promise<{ subscribers: SubscriberShape[]; total: number; confirmed: number; pending: number }> {
  const all = readerOf(ctx).selectFrom('subscribers');
  const rows = await all
    .select(shownColumns)
    .where(matches(filters))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    subscribers: rows.map(toShape),
    total: await countRows(all.where(matches(filters))),
    confirmed: await countRows(all.where('state', '=', 'confirmed')),
    pending: await countRows(all.where('state', '=', 'pending')),
  };
}

/**
 * Returns one subscriber.
 *
 * @throws NOT_FOUND
 */
export async function getSubscriber({ em }: Pick<CallContext, 'em'>, id: string): Promise<SubscriberShape> {
  const row = await kyselyOf(em).selectFrom('subscribers').select(shownColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw subscriberNotFound();
  return toShape(row);
}

function matches({ state, search }: Pick<ListInput, 'state' | 'search'>) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'subscribers'>) =>
    and([
      ...(state === undefined ? [] : [eb('state', '=', state)]),
      ...(search === undefined ? [] : [isLike('subscribers.email', likePattern(foldCase(search)))]),
    ]);
}

/**
 * Adds an address that the owner vouches for: it is confirmed at once, also if it was pending. One that was erased stays
 * pending, and is asked to confirm.
 *
 * @throws SUBSCRIBER_EXISTS, SUBSCRIPTION_ENDED; SUBSCRIPTIONS_CLOSED for an erased one without mail
 */
export async function addSubscriber(ctx: CallContext, { email, language }: SubscribeInput): Promise<SubscriberShape> {
  const { em, clock, settings } = ctx;
  const { language: siteLanguage } = await settings.current();
  const hash = await endedHash(ctx);
  const mailbox = (await mailboxHashes(ctx)).mailbox(email);
  return em.fork().transactional(async (tx) => {
    const one = { email, language: languageFor(language ?? siteLanguage) };
    await lockConfirmations(tx);
    if (await isErased(tx, mailbox)) {
      if ((await findEnded(tx, [hash(email)])).size > 0) throw appError('SUBSCRIPTION_ENDED');
      const asked = await askErased(ctx, tx, one);
      noteObject(asked.id);
      return toShape(asked);
    }
    const row = await insertConfirmed(tx, clock, 'owner', [one]).returning(shownColumns).executeTakeFirst();
    if (!row) throw appError('SUBSCRIBER_EXISTS');
    // Looked up last: a subscription that is ended at the same time has committed by now.
    if ((await findEnded(tx, [hash(email)])).size > 0) throw appError('SUBSCRIPTION_ENDED');
    recordEvent(tx, clock, 'subscriber.confirmed', { subscriberId: noteObject(row.id) });
    return toShape(row);
  });
}

/** Stores an erased address as pending, and asks it to confirm, at most once in 24 hours. @throws SUBSCRIBER_EXISTS */
async function askErased(
  { clock, policy, settings }: CallContext,
  tx: SqlEntityManager,
  { email, language }: { email: string; language: Language },
) {
  if (!policy.offersMail || (await settings.current()).siteUrl === '') {
    throw appError(
      'SUBSCRIPTIONS_CLOSED',
      'This address was erased: only a mail could ask it to confirm. Set up mail.',
    );
  }
  const times = { now: timestamp(clock), earlier: timestamp(clock, -DAY) };
  const mail = await pendingSubscriber(tx, clock, { email, language, source: 'owner', ...times });
  if (mail) await putMail(tx, clock, mail);
  const row = await kyselyOf(tx)
    .selectFrom('subscribers')
    .select(shownColumns)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  if (row.state === 'confirmed') throw appError('SUBSCRIBER_EXISTS');
  return row;
}

/**
 * Confirms a pending subscriber, also one who ended an earlier subscription.
 *
 * @returns false if there is no subscriber with this id
 */
export async function confirmSubscriber(ctx: Pick<Services, 'em' | 'clock'>, id: string): Promise<boolean> {
  const { em, clock } = ctx;
  const hash = await endedHash(ctx);
  const { mailbox } = await mailboxHashes(ctx);
  return em.fork().transactional(async (tx) => {
    const db = kyselyOf(tx);
    const confirmed = await db
      .updateTable('subscribers')
      .set({ state: 'confirmed', confirmed_at: timestamp(clock) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returning('email')
      .executeTakeFirst();
    if (confirmed) {
      await forgetEnded(tx, hash(confirmed.email));
      await forgetErased(tx, mailbox(confirmed.email));
      recordEvent(tx, clock, 'subscriber.confirmed', { subscriberId: id });
      return true;
    }
    const known = await db.selectFrom('subscribers').select('id').where('id', '=', id).executeTakeFirst();
    return known !== undefined;
  });
}

/** Ends a subscription for its person: only they can subscribe the address again. Does nothing if there is none. */
export async function endSubscription(ctx: Pick<Services, 'em' | 'clock'>, id: string): Promise<void> {
  const hash = await endedHash(ctx);
  await ctx.em.fork().transactional(async (tx) => {
    const email = await removeSubscriber(tx, ctx.clock, id);
    if (email !== null) await recordEnded(tx, ctx.clock, hash(email));
  });
}

/**
 * Deletes a subscriber with the address.
 *
 * @returns the address; null if there is none
 */
export async function removeSubscriber(tx: SqlEntityManager, clock: Clock, id: string): Promise<string | null> {
  const removed = await kyselyOf(tx)
    .deleteFrom('subscribers')
    .where('id', '=', id)
    .returning(['email', 'state'])
    .executeTakeFirst();
  // An address that was never confirmed had no event.
  if (removed?.state === 'confirmed') recordEvent(tx, clock, 'subscriber.removed', { subscriberId: id });
  return removed?.email ?? null;
}

export function subscriberNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no subscriber with this id.');
}

const shownColumns = [
  'id',
  'email',
  'language',
  'state',
  'source',
  'created_at as createdAt',
  'confirmed_at as confirmedAt',
] as const;

function toShape(row: Omit<SubscriberShape, 'language'> & { language: string }): SubscriberShape {
  return { ...row, language: languageFor(row.language) };
}
