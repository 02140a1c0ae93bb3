import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Clock } from '../clock.ts';

/** What is counted of a post: a view once an hour, a like once in 30 days, for each address. Milliseconds. */
const AGAIN_AFTER = { view: 60 * 60 * 1000, like: 30 * 24 * 60 * 60 * 1000 };
const COLUMN = { view: 'views', like: 'likes' } as const;

/** One view or like of one address. */
export interface Mark {
  postKey: number;
  kind: 'view' | 'like';
  addressHash: string;
}

/**
 * Counts a view or a like in the counters and in the day's statistics, unless this address did so lately, or the post
 * is gone.
 *
 * @param tx a transaction
 */
export async function count(tx: SqlEntityManager, clock: Clock, mark: Mark): Promise<void> {
  if (!(await leaveMark(tx, clock, mark))) return;
  const db = kyselyOf(tx);
  const column = COLUMN[mark.kind];
  await db
    .updateTable('post_counters')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('post_key', '=', mark.postKey)
    .execute();
  await db
    .insertInto('daily_stats')
    .values({ post_key: mark.postKey, day: new Date(clock.now()).toISOString().slice(0, 10), [column]: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['post_key', 'day'])
        .doUpdateSet(({ eb }) => ({ [column]: eb(`daily_stats.${column}`, '+', 1) })),
    )
    .execute();
}

/** Forgets marks that hold nothing back any more. */
export async function forgetMarks(tx: SqlEntityManager, clock: Clock): Promise<void> {
  await kyselyOf(tx).deleteFrom('post_marks').where('expires_at', '<=', iso(clock.now())).execute();
}

/** @returns false when the address has an unexpired mark, or there is no such post */
async function leaveMark(tx: SqlEntityManager, clock: Clock, { postKey, kind, addressHash }: Mark): Promise<boolean> {
  const now = clock.now();
  const left = await kyselyOf(tx)
    .insertInto('post_marks')
    .columns(['post_key', 'kind', 'address_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(['posts.key', eb.val(kind).as('kind'), eb.val(addressHash).as('hash')])
        .select(eb.val(iso(now + AGAIN_AFTER[kind])).as('expires'))
        .where('posts.key', '=', postKey),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['post_key', 'kind', 'address_hash'])
        .doUpdateSet(({ ref }) => ({ expires_at: ref('excluded.expires_at') }))
        .where('post_marks.expires_at', '<=', iso(now)),
    )
    .returning('post_key')
    .executeTakeFirst();
  return left !== undefined;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
