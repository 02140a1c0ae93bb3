import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { isPublicAt, publicSinceAfter, putPublication, recordPost, publicationState, stopClock } from './announce.ts';
import { lockVersions } from '../data/sequence.ts';

/**
 * The job of a scheduled publication: records that a post is public now. The visibility does not depend on this. Does
 * nothing if the time was changed or removed, or the publication is already recorded.
 *
 * @param key of the post
 */
export async function recordPublication(em: SqlEntityManager, clock: Clock, key: number): Promise<void> {
  await em.transactional(async (tx) => {
    await lockVersions(tx);
    const stopped = stopClock(clock);
    const post = await tx.findOne(Post, { key });
    if (!post || post.publicSince !== null) return;
    if (!isPublicAt(timestamp(stopped), post)) {
      // The clock was set back, or a version without jobs changed the time.
      if (post.status === 'published' && post.publishAt != null) await putPublication(tx, clock, key, post.publishAt);
      return;
    }
    const state = publicationState(post);
    post.publicSince = publicSinceAfter(stopped, state, post);
    await recordPost(tx, stopped, state, publicationState(post), { isChanged: false });
  });
}

/**
 * Adds missing jobs: for posts that a version without jobs scheduled or published while this one started.
 */
export async function putMissingPublications(em: SqlEntityManager, clock: Clock): Promise<void> {
  const missing = await kyselyOf(em)
    .selectFrom('posts')
    .select(['key', 'publish_at'])
    .where('status', '=', 'published')
    .where('public_since', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.key', '=', sql<string>`'publish:' || cast(posts.key as text)`),
        ),
      ),
    )
    .execute();
  if (missing.length === 0) return;
  await em.transactional(async (tx) => {
    for (const { key, publish_at } of missing) await putPublication(tx, clock, key, publish_at ?? timestamp(clock));
  });
}
