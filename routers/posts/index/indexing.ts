import type { SqlEntityManager } from '@mikro-orm/sql';
import { z } from 'zod';

import { Post } from '../../../entities/post.ts';
import { inChunks } from '../../../shared/chunks.ts';
import type { Clock } from '../../base/clock.ts';
import { recordTag } from '../../data/record.ts';
import { putJob } from '../../data/queue.ts';
import { longTransaction } from '../../data/long-transaction.ts';
import { lockVersions } from '../../data/sequence.ts';
import { reindexPost } from './post-index.ts';

/** The jobs that index posts for the full-text search. */
export const INDEX_JOB = 'posts.index';
/** Posts of one job. */
const OF_A_JOB = 500;
/** Posts of one transaction: on SQLite each takes 10 to 20 ms, because the words that it had are overwritten. */
const AT_ONCE = 10;

const indexing = z.object({ keys: z.array(z.int()) });

/** Has posts indexed after the transaction, for changes of too many posts to index them in it. */
export async function putIndexing(tx: SqlEntityManager, clock: Clock, keys: readonly number[]): Promise<void> {
  for (const some of inChunks(keys, OF_A_JOB)) {
    await putJob(tx, clock, { kind: INDEX_JOB, data: { keys: some } });
  }
}

/** Runs such a job: a few posts at a time, so that other writes need not wait. */
export async function indexPosts(em: SqlEntityManager, data: unknown, signal: AbortSignal): Promise<void> {
  const { keys } = indexing.parse(data);
  for (const some of inChunks(keys, AT_ONCE)) {
    signal.throwIfAborted();
    await longTransaction(em, async (tx) => {
      await lockVersions(tx);
      const posts = await tx.find(Post, { key: { $in: some } }, { orderBy: { key: 'asc' } });
      for (const post of posts) await reindexPost(tx, post.key, post);
      recordTag(tx, 'search');
    });
  }
}
