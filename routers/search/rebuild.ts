import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { isThreadId } from '../../shared/thread-address.ts';
import type { Clock } from '../base/clock.ts';
import { commentSearchText } from '../comments/search-text.ts';
import { recordTag } from '../data/record.ts';
import { putJob } from '../data/queue.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { changeSearchText, searchText } from '../posts/store.ts';
import { lockVersions } from '../data/sequence.ts';
import { reindexPost } from '../posts/index/post-index.ts';
import type { Rebuilt } from '../data/words/rebuild-state.ts';

/** The job that makes the search texts of earlier versions again. */
export const REBUILD_JOB = 'search.rebuild';

/** Rows of one transaction: few posts, as in indexing.ts. */
const AT_ONCE: Readonly<Record<Rebuilt, number>> = { posts: 10, comments: 200 };

/** Adds the job to the queue if there is something to do. */
export async function putMissingRebuild(em: SqlEntityManager, clock: Clock): Promise<void> {
  const db = kyselyOf(em);
  const pending = db.selectFrom('search_rebuilds').select('name').where('next_key', 'is not', null);
  if ((await pending.executeTakeFirst()) === undefined) return;
  await em.transactional(async (tx) => {
    const known = kyselyOf(tx).selectFrom('jobs').select('id').where('key', '=', REBUILD_JOB);
    // Adding the job again would end a running one.
    if (!(await known.executeTakeFirst())) await putJob(tx, clock, { kind: REBUILD_JOB, data: {}, key: REBUILD_JOB });
  });
}

/**
 * Runs it: a few rows at a time, so that other writes need not wait. The progress is stored with them; whatever ends the
 * job, the next one continues. No version or time changes, and no event is recorded.
 */
export async function rebuildSearch(em: SqlEntityManager, signal: AbortSignal): Promise<void> {
  for (const name of ['posts', 'comments'] as const) {
    while (await longTransaction(em, (tx) => rebuildSome(tx, name))) signal.throwIfAborted();
  }
}

/** @returns whether there may be more */
async function rebuildSome(tx: SqlEntityManager, name: Rebuilt): Promise<boolean> {
  await lockVersions(tx);
  const db = kyselyOf(tx);
  const state = db.selectFrom('search_rebuilds').select('next_key').where('name', '=', name);
  const from = (await state.executeTakeFirst())?.next_key ?? null;
  if (from === null) return false;
  const last = await rebuilders[name](tx, from, AT_ONCE[name]);
  const next_key = last === undefined ? null : last + 1;
  await db.updateTable('search_rebuilds').set({ next_key }).where('name', '=', name).execute();
  recordTag(tx, 'search');
  return next_key !== null;
}

/** Makes the texts of some rows from a key on. @returns the last key; undefined if there are none */
const rebuilders: Record<Rebuilt, (tx: SqlEntityManager, from: number, limit: number) => Promise<number | undefined>> =
  {
    async posts(tx, from, limit) {
      const posts = await tx.find(Post, { key: { $gte: from } }, { orderBy: { key: 'asc' }, limit });
      for (const post of posts) {
        if (isThreadId(post.slug)) continue;
        await changeSearchText(tx, { key: post.key, text: searchText(post) });
        await reindexPost(tx, post.key, post);
      }
      return posts.at(-1)?.key;
    },

    async comments(tx, from, limit) {
      const db = kyselyOf(tx);
      const comments = await db
        .selectFrom('comments')
        .select(['key', 'author', 'content', 'search_text'])
        .where('key', '>=', from)
        .orderBy('key')
        .limit(limit)
        .$if(!(tx.getPlatform() instanceof SqlitePlatform), (query) => query.forUpdate())
        .execute();
      const changed = comments
        .map(({ key, author, content, search_text }) => ({
          key,
          search_text,
          text: commentSearchText(author, content),
        }))
        .filter(({ search_text, text }) => search_text !== '' && search_text !== text);
      if (changed.length > 0) {
        const rows = changed.map(({ key, text }) => sql`(cast(${key} as integer), cast(${text} as text))`);
        await sql`with written (key, text) as (values ${sql.join(rows)})
        update comments set search_text = written.text from written where comments.key = written.key`.execute(db);
      }
      return comments.at(-1)?.key;
    },
  };
