import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { markUnscrubbed } from '../unscrubbed.ts';

/**
 * Removes posts with all that hangs on them.
 *
 * @param tx a long transaction: a post may have many thousands of comments and readers
 */
export async function removePosts(tx: SqlEntityManager, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return;
  const db = kyselyOf(tx);
  // Everything else goes by the foreign keys. Comments go before, in the order in which those who moderate them lock rows.
  await db.deleteFrom('comments').where('post_key', 'in', keys).execute();
  await db.deleteFrom('posts').where('key', 'in', keys).execute();
  await markUnscrubbed(tx);
}
