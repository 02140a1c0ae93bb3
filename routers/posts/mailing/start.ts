import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { newId } from '../../base/new-id.ts';
import { prepared } from '../../base/prepared.ts';
import { wakeMailings } from './job.ts';

/**
 * Stores or withdraws the request to mail a post when it is published. A post that is public is mailed at once, and no
 * post twice. Nothing is stored without mail, nor for a page. Only the administrator decides: sent mails cannot be
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
  if (!isWanted) {
    await db.deleteFrom('mailings').where('post_key', '=', post.key).where('state', '=', 'wanted').execute();
    return;
  }
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
  if (post.public_since !== null) await startMailing(tx, clock, post.key);
}

/** Begins to mail a post that became public, if that was requested. */
export async function startMailing(tx: SqlEntityManager, clock: Clock, postKey: number): Promise<void> {
  const started = await start(tx, { postKey, now: timestamp(clock) });
  if (started.length > 0) await wakeMailings(tx, clock);
}

const start = prepared((db, { postKey, now }: { postKey: number; now: string }) =>
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
