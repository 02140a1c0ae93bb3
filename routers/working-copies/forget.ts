import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';

/**
 * Deletes the working copy of a post, if there is one.
 *
 * @param key of the post
 */
export async function forgetWorkingCopy(tx: SqlEntityManager, key: number): Promise<void> {
  await kyselyOf(tx).deleteFrom('working_copies').where('post_key', '=', key).execute();
}
