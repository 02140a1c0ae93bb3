import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { lockComments, removeComments } from '../remove.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { forgetRareWords, learn } from '../spam-filter/learned.ts';
import { deleteOldBlocks } from '../spam-filter/writers.ts';

const DAY = 24 * 60 * 60 * 1000;
const SPAM_KEPT = 30 * DAY;
/** An approved comment whose status the owner has not changed for this long counts as good. */
const LEFT_ALONE = 7 * DAY;
/** Comments for each transaction. */
const AT_ONCE = 200;

/** Deletes old spam and blocks, and learns what the owner has accepted. */
export async function cleanSpam(em: SqlEntityManager, clock: Clock): Promise<void> {
  await deleteOldBlocks(em, clock);
  await forgetRareWords(em);
  while ((await deleteSpam(em, clock)) === AT_ONCE);
  while ((await learnAccepted(em, clock)) === AT_ONCE);
}

/** Spam with an approved reply stays, and so does a comment that the owner approves at the same time. */
async function deleteSpam(em: SqlEntityManager, clock: Clock): Promise<number> {
  // Usually there is none, and a transaction would lock an SQLite file.
  if ((await oldSpam(em, clock).execute()).length === 0) return 0;
  return longTransaction(em, async (tx) => {
    const locked = await lockComments(
      tx,
      (await oldSpam(tx, clock).execute()).map(({ id }) => id),
    );
    const isLocked = new Set(locked.map(({ id }) => id));
    const ids = (await oldSpam(tx, clock).execute()).map(({ id }) => id).filter((id) => isLocked.has(id));
    await removeComments(tx, clock, ids);
    return ids.length;
  });
}

function oldSpam(em: SqlEntityManager, clock: Clock) {
  return (
    kyselyOf(em)
      .selectFrom('comments')
      .innerJoin('comment_checks', 'comment_checks.comment_key', 'comments.key')
      .select('comments.id')
      .where('comments.verdict', '=', 'spam')
      .where('comments.status', '=', 'pending')
      // Versions up to 2.23.0 removed the time when the author edited spam, within 15 minutes of its creation.
      .where(({ eb, fn }) =>
        eb(fn.coalesce('comment_checks.spam_since', 'comments.created_at'), '<=', timestamp(clock, -SPAM_KEPT)),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('comments as replies')
              .select('replies.key')
              .whereRef('replies.parent_key', '=', 'comments.key')
              .where('replies.status', '=', 'approved'),
          ),
        ),
      )
      .orderBy('comments.key')
      .limit(AT_ONCE)
  );
}

function learnAccepted(em: SqlEntityManager, clock: Clock): Promise<number> {
  return longTransaction(em, async (tx) => {
    const found = kyselyOf(tx)
      .selectFrom('comments')
      .innerJoin('comment_checks', 'comment_checks.comment_key', 'comments.key')
      .select(['comments.key', 'comments.author', 'comments.content', 'comment_checks.learned'])
      .where('comment_checks.learned', 'is', null)
      .where('comments.status', '=', 'approved')
      .where('comments.verdict', '=', 'good')
      .where('comments.created_at', '<=', timestamp(clock, -LEFT_ALONE))
      .orderBy('comments.key')
      .limit(AT_ONCE);
    // Without those that the owner, or another instance, decides on at the same time.
    const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
    const rows = await (isSqlite ? found : found.forUpdate(['comments', 'comment_checks'])).execute();
    await learn(tx, rows, 'good');
    return rows.length;
  });
}
