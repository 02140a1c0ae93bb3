import { LockMode, type EntityName, type FilterQuery } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

/**
 * Deletes one row in its own transaction. Of two concurrent callers, one finds it.
 *
 * @throws what `notFound` returns, if there is none
 */
export function removeOne<T extends object>(
  em: SqlEntityManager,
  entity: EntityName<T>,
  where: FilterQuery<NoInfer<T>>,
  notFound: () => Error,
): Promise<void> {
  return em.fork().transactional(async (tx) => {
    const found = await tx.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!found) throw notFound();
    tx.remove(found);
  });
}
