import { TransactionContext } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

import type { Tables } from './index.ts';

/**
 * Kysely on the connection of the surrounding transaction, otherwise the shared client.
 *
 * Inside `em.transactional(async (inner) => …)` it finds the transaction with `inner` and `em` alike. There the shared
 * client would wait forever on SQLite, which has one connection.
 */
export function kyselyOf<DB = Tables>(em: EntityManager): Kysely<DB> {
  const kysely: Kysely<unknown> = (surroundingOf(em) ?? em).getKysely();
  return kysely as Kysely<DB>;
}

/** The EntityManager of the surrounding transaction, if it is on the same database. */
export function surroundingOf(em: EntityManager): EntityManager | undefined {
  const surrounding = TransactionContext.getEntityManager(em.name) as EntityManager | undefined;
  return surrounding?.getDriver() === em.getDriver() ? surrounding : undefined;
}
