import type { SqlEntityManager } from '@mikro-orm/sql';

import { WorkingCopy } from '../../entities/working-copy.ts';

/**
 * Deletes the working copy of a post, if any, with the next flush.
 *
 * @param key of the post
 */
export async function forgetWorkingCopy(tx: SqlEntityManager, key: number): Promise<void> {
  const copy = await tx.findOne(WorkingCopy, { post: key });
  if (copy) tx.remove(copy);
}
