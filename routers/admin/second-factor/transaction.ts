import { IsolationLevel } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { CallContext } from '../../core/context.ts';

/** A transaction whose statements see what others have committed while they waited. */
export function commitDespiteErrors<T>(
  { em }: Pick<CallContext, 'em'>,
  work: (tx: SqlEntityManager) => Promise<T>,
): Promise<T> {
  return em.fork().transactional(work, { isolationLevel: IsolationLevel.READ_COMMITTED });
}
