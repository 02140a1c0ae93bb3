import { TransactionContext } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

import type { Tables } from './index.ts';

/**
 * Kysely inside what is going on: the transaction that surrounds the call, else the shared client.
 *
 * Inside `em.transactional(async (inner) => …)` it finds the transaction through `inner` and `em` alike.
 * The shared client would wait there for ever on SQLite, which has one connection.
 */
export function kyselyOf<DB = Tables>(em: EntityManager): Kysely<DB> {
  const kysely: Kysely<unknown> = (surroundingOf(em) ?? em).getKysely();
  return kysely as Kysely<DB>;
}

/** The EntityManager of the transaction that surrounds the call, if it is one of the same database. */
export function surroundingOf(em: EntityManager): EntityManager | undefined {
  const surrounding = TransactionContext.getEntityManager(em.name) as EntityManager | undefined;
  return surrounding?.getDriver() === em.getDriver() ? surrounding : undefined;
}
