import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { type FailureLog, logFailure } from '../../base/database-errors.ts';
import { type Batches, writeInBatches } from '../batches.ts';
import { lockExclusively } from '../exclusive-lock.ts';
import { mayBeListed, normalPath } from './path.ts';
import { withoutSlash } from '../../../shared/site-address.ts';

/** The interval of writes in milliseconds. */
const EVERY = 10_000;
/** The maximum number of paths in memory, and in the table. */
export const MOST_PATHS = 1000;
/** For how many days paths are listed. */
const DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** Counts redirects, and paths that were not found: in memory, written in batches. */
export interface PathTally extends Batches {
  /** Counts a redirect by a rule. */
  hit(ruleId: string): void;
  /** Counts a path that was not found, unless it has a secret or an address of a person in it. */
  miss(path: string): void;
}

export function createPathTally(em: SqlEntityManager, clock: Clock, failureLog: FailureLog): PathTally {
  let hits = new Map<string, number>();
  let misses = new Map<string, number>();

  async function write(): Promise<void> {
    const counted = { hits, misses };
    if (hits.size + misses.size === 0) return;
    hits = new Map();
    misses = new Map();
    try {
      await em.fork().transactional(async (tx) => {
        await lockExclusively(tx, 'redirects');
        await writeHits(tx, clock, counted.hits);
        if (counted.misses.size > 0) await writeMisses(tx, clock, counted.misses);
      });
    } catch (error) {
      logFailure(error, failureLog, 'counts of redirects could not be written yet');
      for (const [id, count] of counted.hits) add(hits, id, count);
      for (const [path, count] of counted.misses) add(misses, path, count);
    }
  }

  return {
    hit: (ruleId) => add(hits, ruleId, 1),
    miss(asked) {
      const path = withoutSlash(normalPath(asked));
      if (mayBeListed(path)) add(misses, path, 1);
    },
    ...writeInBatches(EVERY, write),
  };
}

/** There are at most 10,000 rules, but any number of paths. */
function add(counts: Map<string, number>, key: string, count: number): void {
  const before = counts.get(key);
  if (before !== undefined || counts.size < 10 * MOST_PATHS) counts.set(key, (before ?? 0) + count);
}

async function writeHits(tx: SqlEntityManager, clock: Clock, hits: ReadonlyMap<string, number>): Promise<void> {
  for (const [id, count] of inOrder(hits)) {
    await kyselyOf(tx)
      .updateTable('redirect_rules')
      .set({ hits: sql`hits + ${count}`, hit_at: timestamp(clock) })
      .where('id', '=', id)
      .execute();
  }
}

async function writeMisses(tx: SqlEntityManager, clock: Clock, misses: ReadonlyMap<string, number>): Promise<void> {
  const db = kyselyOf(tx);
  const day = timestamp(clock).slice(0, 10);
  for (const [path, count] of inOrder(misses).slice(0, MOST_PATHS)) {
    await db
      .insertInto('missing_paths')
      .values({ path, day, hits: count })
      .onConflict((conflict) =>
        conflict.columns(['path', 'day']).doUpdateSet({ hits: sql`missing_paths.hits + excluded.hits` }),
      )
      .execute();
  }
  await forgetMissing(tx, clock);
}

/** Deletes paths that were last asked for 30 days ago, and the least frequent ones above 1,000. */
export async function forgetMissing(tx: SqlEntityManager, clock: Clock): Promise<void> {
  const db = kyselyOf(tx);
  await db
    .deleteFrom('missing_paths')
    .where('day', '<', timestamp(clock, -DAYS * DAY).slice(0, 10))
    .execute();
  const kept = db
    .selectFrom('missing_paths')
    .select('path')
    .groupBy('path')
    .orderBy(sql`sum(hits)`, 'desc')
    .orderBy(sql`max(day)`, 'desc')
    .orderBy('path')
    .limit(MOST_PATHS);
  await db.deleteFrom('missing_paths').where('path', 'not in', kept).execute();
}

function inOrder(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
