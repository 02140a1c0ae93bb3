import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { timestamp, type Clock } from '../clock.ts';
import { isPublicAt, publicSinceAfter, putPublication, recordPost, stateOf, stoppedClock } from '../events/posts.ts';
import { lockVersions } from '../sequence.ts';

/**
 * Tells that a scheduled post is public now: the job of its publication. Whether it is shown does not depend on this. A post
 * whose time was changed or withdrawn, and one of which somebody told already, is left alone.
 *
 * @param key of the post
 */
export async function tellOfPublication(em: SqlEntityManager, clock: Clock, key: number): Promise<void> {
  await em.transactional(async (tx) => {
    await lockVersions(tx);
    const stopped = stoppedClock(clock);
    const post = await tx.findOne(Post, { key });
    if (!post || post.publicSince !== null) return;
    if (!isPublicAt(timestamp(stopped), post)) {
      // The clock was set back, or a release that knows no jobs changed the time.
      if (post.status === 'published' && post.publishAt != null) await putPublication(tx, clock, key, post.publishAt);
      return;
    }
    const state = stateOf(post);
    post.publicSince = publicSinceAfter(stopped, state, post);
    await recordPost(tx, stopped, state, stateOf(post), { isChanged: false });
  });
}

/**
 * Puts the jobs into the queue that are missing: those of posts that were scheduled or published by a release that knows no
 * jobs, while this one started.
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
