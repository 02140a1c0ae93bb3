import { sql, type ExpressionBuilder } from 'kysely';
import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import type { KeyedHashes } from '../../base/address-hash.ts';
import { timestamp, today, type Clock } from '../../base/clock.ts';

/** How long repeats by one client IP are ignored, in milliseconds: a view for an hour, a like for 30 days. */
const AGAIN_AFTER = { view: 60 * 60 * 1000, like: 30 * 24 * 60 * 60 * 1000 };
/** How many expired marks are deleted at once: more than are added per second (`view-buffer.ts`), but no long write. */
const FORGOTTEN = 2000;
const COLUMN = { view: 'views', like: 'likes' } as const;

/** A view or like of one client IP. */
export interface Mark {
  postKey: number;
  kind: 'view' | 'like';
  address: KeyedHashes;
  /** Whether a bot says that it is one. */
  isBot?: boolean;
}

/**
 * Counts a view or a like in the counters and in the statistics of the day, unless the client IP has a mark or the post
 * does not exist.
 *
 * @param tx a transaction
 * @returns whether it counts
 */
export async function count(tx: SqlEntityManager, clock: Clock, mark: Mark): Promise<boolean> {
  if (!(await leaveMark(tx, clock, mark))) return false;
  const db = kyselyOf(tx);
  const column = COLUMN[mark.kind];
  const bot_views = mark.isBot ? 1 : 0;
  await db
    .updateTable('post_counters')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('post_key', '=', mark.postKey)
    .execute();
  await db
    .insertInto('daily_stats')
    .values({ post_key: mark.postKey, day: today(clock), [column]: 1, bot_views })
    .onConflict((conflict) =>
      conflict.columns(['post_key', 'day']).doUpdateSet(({ eb }) => ({
        [column]: eb(`daily_stats.${column}`, '+', 1),
        ...(bot_views > 0 && { bot_views: eb('daily_stats.bot_views', '+', bot_views) }),
      })),
    )
    .execute();
  return true;
}

/** Deletes expired marks in limited batches, because there may be many after a pause. */
export async function forgetMarks(tx: SqlEntityManager, clock: Clock): Promise<void> {
  const now = timestamp(clock);
  await sql`delete from post_marks where (post_key, kind, address_hash) in
    (select post_key, kind, address_hash from post_marks where expires_at <= ${now} limit ${FORGOTTEN})`.execute(
    kyselyOf(tx),
  );
}

/** @returns false if the client IP has an unexpired mark, or there is no such post */
async function leaveMark(tx: SqlEntityManager, clock: Clock, { postKey, kind, address }: Mark): Promise<boolean> {
  const now = timestamp(clock);
  const left = await kyselyOf(tx)
    .insertInto('post_marks')
    .columns(['post_key', 'kind', 'address_hash', 'expires_at'])
    .expression((eb) => {
      const post = eb
        .selectFrom('posts')
        .select(['posts.key', eb.val(kind).as('kind'), eb.val(address.current).as('hash')])
        .select(eb.val(timestamp(clock, AGAIN_AFTER[kind])).as('expires'))
        .where('posts.key', '=', postKey)
        .where((posts) => posts.not(posts.exists(heldBack(posts, kind, address, now))));
      // Not one that is deleted at the same time.
      return tx.getPlatform() instanceof SqlitePlatform ? post : post.forKeyShare();
    })
    .onConflict((conflict) =>
      conflict
        .columns(['post_key', 'kind', 'address_hash'])
        .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') }))
        .where('post_marks.expires_at', '<=', now),
    )
    .returning('post_key')
    .executeTakeFirst();
  return left !== undefined;
}

/** An unexpired mark that was stored with the former key. */
function heldBack(
  eb: ExpressionBuilder<Tables, 'posts'>,
  kind: Mark['kind'],
  { former, current }: KeyedHashes,
  now: string,
) {
  return eb
    .selectFrom('post_marks')
    .select('post_marks.post_key')
    .whereRef('post_marks.post_key', '=', sql.ref('posts.key'))
    .where('post_marks.kind', '=', kind)
    .where('post_marks.address_hash', '=', former)
    .where('post_marks.address_hash', '<>', current)
    .where('post_marks.expires_at', '>', now);
}
