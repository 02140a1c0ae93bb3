import { setImmediate } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { z } from 'zod';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { WorkingCopy } from '../../entities/working-copy.ts';
import { recordTag } from '../data/record.ts';
import { whereHeld, type HeldJob } from '../data/held.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import { makeExcerpt } from './text/excerpt.ts';
import { changeSearchText, searchText } from './store.ts';

/** The job that makes generated excerpts again, which migration 0041 puts into the queue. */
export const EXCERPTS_JOB = 'posts.excerpts';
/** Posts of one transaction. */
const AT_ONCE = 10;

/** The key of the last post that is done. */
const progress = z.object({ after: z.int().default(0) });

/**
 * Makes the generated excerpts of all posts again, by the rules of this version. That is no change of a post: its version
 * and its times stay, and nobody is told. An interrupted job goes on with the posts that are left.
 *
 * @param job its data is the progress
 */
export async function remakeExcerpts(
  em: SqlEntityManager,
  { data, signal, ...job }: HeldJob & { data: unknown; signal: AbortSignal },
): Promise<void> {
  for (let after: number | undefined = progress.parse(data).after; after !== undefined;) {
    signal.throwIfAborted();
    const last: number = after;
    after = await longTransaction(em, (tx) => remakeSome(tx, job, last));
  }
}

/** @returns the key of the last one; undefined after all */
async function remakeSome(tx: SqlEntityManager, job: HeldJob, after: number): Promise<number | undefined> {
  await lockVersions(tx);
  const where = { key: { $gt: after }, excerptMade: 1, protected: 0 } as const;
  const posts = await tx.find(Post, where, { orderBy: { key: 'asc' }, limit: AT_ONCE });
  for (const post of posts) {
    await setImmediate();
    await remake(tx, post);
  }
  const last = posts.at(-1)?.key;
  if (last !== undefined) await saveProgress(tx, job, last);
  return last;
}

async function remake(tx: SqlEntityManager, post: Post): Promise<void> {
  const { key, slug, excerpt: before } = post;
  const excerpt = makeExcerpt(post.content);
  if (excerpt === before) return;
  // Not the entity: a flush would lock the rows in another order.
  await kyselyOf(tx).updateTable('posts').set({ excerpt }).where('key', '=', key).execute();
  recordTag(tx, 'excerpts');
  await changeSearchText(tx, { key, text: searchText({ ...post, excerpt }) });
  const copy = await tx.findOne(WorkingCopy, { post: { key } });
  const fields = JSON.parse(copy?.fields ?? '{}') as { excerpt?: string };
  if (!copy || fields.excerpt !== before) return;
  // A copy contains the generated one, because the app sends all fields.
  tx.assign(copy, { fields: JSON.stringify({ ...fields, excerpt }) });
  await tx.flush();
  recordTag(tx, `copy:${slug}`);
}

async function saveProgress(tx: SqlEntityManager, job: HeldJob, after: number): Promise<void> {
  const data = JSON.stringify({ after });
  const { numUpdatedRows } = await kyselyOf(tx)
    .updateTable('jobs')
    .set({ data })
    .where(whereHeld(job))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error('Another instance has taken the job.');
}
