import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { isThread } from '../posts/visible.ts';
import { insertThread } from '../posts/insert-thread.ts';
import { removePosts } from '../posts/remove.ts';
import { emptyPost } from '../posts/write.ts';
import type { CallContext } from '../core/context.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import type { Page } from './page.ts';

/**
 * Makes the rows of a thread, unless they exist, in the transaction that writes its first comment.
 *
 * @param version of an archive; default: the next one
 * @returns the key of its post
 */
export async function beginThread(
  ctx: CallContext,
  tx: SqlEntityManager,
  { id, title, page, commentsClosed = 0 }: { id: string; title: string; page: Page; commentsClosed?: number },
  version?: number,
): Promise<number> {
  const fields = { ...emptyPost(ctx), commentsClosed, title, status: 'draft', publishAt: null } as const;
  const post_key = await insertThread(tx, ctx.clock, id, fields, version);
  await kyselyOf(tx)
    .insertInto('threads')
    .values({ post_key, site: page.site, address: page.url })
    .onConflict((conflict) => conflict.column('post_key').doNothing())
    .execute();
  return post_key;
}

/**
 * Removes threads without comments. A comment that is being written keeps its thread.
 *
 * @param id of the thread; default: all
 */
export async function removeEmptyThreads({ em, clock }: Pick<CallContext, 'em' | 'clock'>, id?: string): Promise<void> {
  if ((await emptyThreads(em, id).execute()).length === 0) return;
  await longTransaction(em, async (tx) => {
    await lockVersions(tx);
    // Locked first, and then read again: a comment written in the meantime has locked them, too.
    const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
    const found = emptyThreads(tx, id).orderBy('posts.key').limit(AT_ONCE);
    const locked = await (isSqlite ? found : found.forUpdate('posts')).execute();
    const keys = locked.map(({ key }) => key);
    if (keys.length === 0) return;
    const empty = await emptyThreads(tx, id).where('posts.key', 'in', keys).execute();
    await removePosts(
      tx,
      clock,
      empty.map(({ key }) => key),
    );
  });
}

/** Threads that are removed in one transaction. */
const AT_ONCE = 500;

function emptyThreads(em: SqlEntityManager, id: string | undefined) {
  const threads = kyselyOf(em)
    .selectFrom('posts')
    .select('posts.key')
    .where(isThread)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('comments').select('comments.key').whereRef('comments.post_key', '=', 'posts.key'))),
    );
  return id === undefined ? threads : threads.where('posts.slug', '=', id);
}
