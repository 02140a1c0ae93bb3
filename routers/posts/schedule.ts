import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { lazy } from '../base/lazy.ts';

/** Returns when the next scheduled post becomes public, so that no cached list outlives that time. */
export interface Schedule {
  /** When the next scheduled post becomes visible, in milliseconds since 1970; Infinity for none. */
  next(): Promise<number>;
  /** Invalidates the cached time after posts were written. */
  invalidate(): void;
}

export function createSchedule(em: SqlEntityManager, clock: Clock): Schedule {
  const known = lazy(async () => {
    const row = await kyselyOf(em.fork())
      .selectFrom('posts')
      .select(({ fn }) => fn.min('posts.publish_at').as('next'))
      .where('posts.publish_at', '>', timestamp(clock))
      .executeTakeFirst();
    return row?.next ? Date.parse(row.next) : Infinity;
  });

  return {
    async next() {
      const next = await known.get();
      if (next > clock.now()) return next;
      known.drop();
      return known.get();
    },
    invalidate: known.drop,
  };
}
