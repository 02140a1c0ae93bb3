import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import type { Clock } from '../clock.ts';
import { forgetTexts } from '../events/keep.ts';
import { recordPost, stateNames, stateOf } from '../events/posts.ts';
import { markUnscrubbed } from '../unscrubbed.ts';

/**
 * Removes posts with all that hangs on them.
 *
 * @param tx a long transaction: a post may have many thousands of comments and readers
 */
export async function removePosts(tx: SqlEntityManager, clock: Clock, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const db = kyselyOf(tx);
  const posts = await tx.find(Post, { key: { $in: [...keys] } }, { fields: [...stateNames], disableIdentityMap: true });
  for (const post of posts) await recordPost(tx, clock, stateOf(post), null);
  await forgetTexts(
    tx,
    posts.map(({ slug }) => slug),
  );
  await forgetTexts(tx, db.selectFrom('comments').select('id').where('post_key', 'in', keys));
  // Everything else goes by the foreign keys. Comments go before, in the order in which those who moderate them lock rows.
  await db.deleteFrom('comments').where('post_key', 'in', keys).execute();
  await db.deleteFrom('posts').where('key', 'in', keys).execute();
  await markUnscrubbed(tx);
}
