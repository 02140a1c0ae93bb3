import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { newId } from '../../base/new-id.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { dropJobs, putJob } from '../../data/queue.ts';
import { lockVersions } from '../../data/sequence.ts';
import { wakeMailings } from './job.ts';

/** The kind of the job that begins a mailing. Instances of earlier versions do not run it. */
export const BEGIN_MAILING_JOB = 'mailing.begin';

/**
 * The milliseconds from a publication to the first mail, in which the owner may undo it. During them the mailing is still
 * `wanted`: an instance of an earlier version would send one that is `sending` at once.
 */
const UNDO_MS = 10_000;

/**
 * Stores or withdraws the request to mail a post when it is published. A post that is public is mailed after `UNDO_MS`,
 * and no post twice. It can be withdrawn until the first mail is sent. Nothing is stored without mail, nor for a page. Only the administrator decides: sent mails cannot be
 * recalled.
 *
 * @param tx has written the post, and holds the lock of the version counter
 * @param isWanted absent: as before
 * @throws SCOPE_MISSING for an API key
 */
export async function wishMailing(
  { policy, clock, caller }: Pick<CallContext, 'policy' | 'clock' | 'caller'>,
  tx: SqlEntityManager,
  slug: string,
  isWanted: boolean | undefined,
): Promise<void> {
  if (isWanted === undefined) return;
  if (caller?.kind === 'key')
    throw appError('SCOPE_MISSING', 'API keys cannot set notifySubscribers: sign in instead.');
  if (!policy.offersMail) return;
  const db = kyselyOf(tx);
  const post = await db
    .selectFrom('posts')
    .select(['key', 'public_since'])
    .where('slug', '=', slug)
    .where('kind', '=', 'post')
    .executeTakeFirst();
  if (!post) return;
  if (!isWanted) return withdrawMailing(tx, post.key);
  await db
    .insertInto('mailings')
    .values({
      id: newId('ma', clock),
      post_key: post.key,
      state: 'wanted',
      created_at: timestamp(clock),
      position: '',
      last_id: '',
      sent: 0,
      failed: 0,
    })
    .onConflict((conflict) => conflict.column('post_key').doNothing())
    .execute();
  if (post.public_since !== null) await planMailing(tx, clock, post.key);
}

/** Adds the job that begins to mail a post that became public, if that was requested. */
export async function planMailing(tx: SqlEntityManager, clock: Clock, postKey: number): Promise<void> {
  const wanted = await findWanted(tx, { postKey });
  if (wanted.length > 0) await putBegin(tx, clock, postKey, timestamp(clock, UNDO_MS));
}

/** Deletes a mailing of which no mail was sent yet, so that the post can be mailed later. */
export async function withdrawMailing(tx: SqlEntityManager, postKey: number): Promise<void> {
  const { numDeletedRows } = await kyselyOf(tx)
    .deleteFrom('mailings')
    .where('post_key', '=', postKey)
    // The claim of a mail notes the attempt before it is sent, in the same row.
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'wanted'), and([eb('state', '=', 'sending'), eb('attempted_at', 'is', null)])]),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) await dropJobs(tx, [beginKey(postKey)]);
}

/**
 * The job that begins a mailing. Does nothing if it was withdrawn. An instance of an earlier version hides a post without
 * withdrawing its mailing, which is done here.
 */
export async function beginMailing(em: SqlEntityManager, clock: Clock, postKey: number): Promise<void> {
  await em.transactional(async (tx) => {
    // Each publication and each hiding of a post holds this lock.
    await lockVersions(tx);
    const post = await kyselyOf(tx)
      .selectFrom('posts')
      .select(['status', 'publish_at'])
      .where('key', '=', postKey)
      .executeTakeFirst();
    if (!post) return;
    const now = timestamp(clock);
    if (post.status !== 'published') return withdrawMailing(tx, postKey);
    // The clock was set back.
    if ((post.publish_at ?? '') > now) return putBegin(tx, clock, postKey, post.publish_at!);
    const started = await start(tx, { postKey, now });
    if (started.length > 0) await wakeMailings(tx, clock);
  });
}

/** The key of the job that begins the mailing of a post. */
export function beginKey(postKey: number): string {
  return `${BEGIN_MAILING_JOB}:${postKey}`;
}

async function putBegin(tx: SqlEntityManager, clock: Clock, postKey: number, runAt: string): Promise<void> {
  await putJob(tx, clock, { kind: BEGIN_MAILING_JOB, data: { key: postKey }, key: beginKey(postKey), runAt });
}

const findWanted = prepareQuery((db, { postKey }: { postKey: number }) =>
  db.selectFrom('mailings').select('id').where('post_key', '=', postKey).where('state', '=', 'wanted'),
);

const start = prepareQuery((db, { postKey, now }: { postKey: number; now: string }) =>
  db
    .updateTable('mailings')
    .set(({ selectFrom, fn, val }) => ({
      state: 'sending',
      started_at: now,
      // Ids follow the time: later subscribers get later posts.
      last_id: fn.coalesce(
        selectFrom('subscribers').select((eb) => eb.fn.max('id').as('id')),
        val(''),
      ),
    }))
    .where('post_key', '=', postKey)
    .where('state', '=', 'wanted')
    .returning('id'),
);
