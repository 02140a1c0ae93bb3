import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { removeCommentsOn } from '../comments/remove.ts';
import { inPieces } from '../in-pieces.ts';
import { markUnscrubbed } from '../unscrubbed.ts';

/**
 * Removes posts with all that hangs on them. The database would do so by itself, but not in pieces, and a post may have
 * many thousands of comments and readers.
 *
 * @param tx a transaction
 */
export async function removePosts(tx: SqlEntityManager, keys: readonly number[]): Promise<void> {
  const db = kyselyOf(tx);
  if (keys.length === 0) return;
  await removeCommentsOn(tx, keys);
  await markUnscrubbed(tx);
  for (const key of keys) {
    const marks = await db.selectFrom('post_marks').select('address_hash').where('post_key', '=', key).execute();
    const hashes = [...new Set(marks.map(({ address_hash }) => address_hash))];
    await inPieces(tx, hashes, (some) =>
      db.deleteFrom('post_marks').where('post_key', '=', key).where('address_hash', 'in', some).execute(),
    );
    await inPieces(tx, [key], () => db.deleteFrom('posts').where('key', '=', key).execute());
  }
}
