import type { SqlEntityManager } from '@mikro-orm/sql';

import { timestamp, type Clock } from '../clock.ts';
import { postsOf } from './read.ts';

/** Returns when the next scheduled post becomes public, so that no cached list outlives that time. */
export interface Schedule {
  /** When the next scheduled post becomes visible, in milliseconds since 1970; Infinity for none. */
  next(): Promise<number>;
  /** Invalidates the cached time after posts were written. */
  invalidate(): void;
}

export function createSchedule(em: SqlEntityManager, clock: Clock): Schedule {
  let known: Promise<number> | null = null;

  async function load(): Promise<number> {
    const row = await postsOf(em.fork())
      .select(({ fn }) => fn.min('posts.publish_at').as('next'))
      .where('posts.publish_at', '>', timestamp(clock))
      .executeTakeFirst();
    return row?.next ? Date.parse(row.next) : Infinity;
  }

  function start(): Promise<number> {
    const loading = load();
    known = loading;
    loading.catch(() => {
      if (known === loading) known = null;
    });
    return loading;
  }

  return {
    async next() {
      const next = await (known ?? start());
      return next > clock.now() ? next : start();
    },
    invalidate: () => (known = null),
  };
}
