import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import type { Clock } from '../base/clock.ts';
import { forgetTexts } from '../data/forget-texts.ts';
import { recordEvent } from '../data/record.ts';
import { recordPost, stateNames, publicationState } from './announce.ts';
import { markUnscrubbed } from '../data/unscrubbed.ts';

/**
 * Deletes posts with all dependent rows.
 *
 * @param tx a long transaction, because a post may have thousands of comments and views
 */
export async function removePosts(tx: SqlEntityManager, clock: Clock, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const db = kyselyOf(tx);
  const posts = await tx.find(
    Post,
    { key: { $in: [...keys] } },
    { fields: [...stateNames, 'trashState'], disableIdentityMap: true },
  );
  for (const post of posts) {
    await recordPost(tx, clock, publicationState(post), null);
    // It was recorded as hidden when it came into the trash.
    const wasPublic = post.kind === 'post' && post.trashState === 'published';
    if (wasPublic) recordEvent(tx, clock, 'post.deleted', { id: post.slug });
  }
  await forgetTexts(
    tx,
    posts.map(({ slug }) => slug),
  );
  // None is the id of another post: a former id that another post takes is no longer one (claimSlug).
  await forgetTexts(tx, db.selectFrom('former_slugs').select('slug as id').where('post_key', 'in', keys));
  await forgetTexts(tx, db.selectFrom('comments').select('id').where('post_key', 'in', keys));
  // All other rows are deleted by foreign keys. Comments are deleted first, in the order in which moderation locks them.
  await db.deleteFrom('comments').where('post_key', 'in', keys).execute();
  const targets = keys.map((key) => `post:${key}`);
  for (const table of ['reactions', 'reaction_totals'] as const) {
    await db.deleteFrom(table).where('target', 'in', targets).execute();
  }
  await db.deleteFrom('posts').where('key', 'in', keys).execute();
  await markUnscrubbed(tx);
}
