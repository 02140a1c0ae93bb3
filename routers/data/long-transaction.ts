import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlEntityManager } from '@mikro-orm/sql';

const long = new AsyncLocalStorage<boolean>();

/**
 * Runs a transaction with many or large writes. For an SQLite file it runs in a thread, so that neither its statements
 * nor its COMMIT block the event loop; each statement takes about 0.1 ms longer there.
 *
 * @param em to fork from
 */
export function longTransaction<T>(em: SqlEntityManager, work: (tx: SqlEntityManager) => Promise<T>): Promise<T> {
  return transactionOf(em, true, work);
}

/** A long transaction if `isLong`, otherwise a usual one. */
export function transactionOf<T>(
  em: SqlEntityManager,
  isLong: boolean,
  work: (tx: SqlEntityManager) => Promise<T>,
): Promise<T> {
  return long.run(isLong, () => em.fork().transactional(work));
}

/** For the database driver: whether the transaction that begins now is a long one. */
export function isLong(): boolean {
  return long.getStore() === true;
}
