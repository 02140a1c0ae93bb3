import type { SqlEntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';

import { today, type Clock } from '../../base/clock.ts';
import { type FailureLog, logFailure } from '../../base/database-errors.ts';
import { type Batches, writeInBatches } from '../batches.ts';
import { addCounts, countVisit, SITE, type DayCounts, type ViewCounts } from './counts.ts';
import { createVisitorSalt, type VisitorSalt } from './salt.ts';
import type { CountedPage, Visit } from './visit.ts';
import { writeCounts } from './write-counts.ts';

/** The interval of writes in milliseconds. */
const EVERY = 10_000;
/** How long repeated views of a page by one client IP are ignored in milliseconds, as of posts. */
const AGAIN_AFTER = 60 * 60 * 1000;
/** How many of them are remembered. */
const MOST_REMEMBERED = 50_000;
/** How many posts are in one transaction, so that other writes take their turns. */
const POSTS_AT_ONCE = 25;
/** How many posts are counted in memory. */
const MOST_POSTS = 20_000;

/** Counts who reads what, for the statistics: in memory, written in batches. */
export interface ViewTally extends Batches {
  /** The salt of the day. */
  salt: VisitorSalt;
  /** Counts a view of a post, which the view buffer has written. */
  add(postKey: number, visit: Visit): void;
  /** Counts a view of another page, once an hour for each client IP. */
  addPage(page: CountedPage, clientIp: string, visit: Visit): void;
}

/** @param forgotten called after the salt of a day was deleted */
export function createViewTally(
  em: SqlEntityManager,
  clock: Clock,
  failureLog: FailureLog,
  forgotten: () => Promise<unknown>,
): ViewTally {
  const salt = createVisitorSalt(em, clock, forgotten);
  let seen: LRUCache<string, number> | undefined;
  let days = new Map<string, DayCounts>();
  let isClosing = false;

  function dayCounts(day = today(clock)): DayCounts {
    const counts = days.get(day) ?? new Map<number, ViewCounts>();
    days.set(day, counts);
    return counts;
  }

  function count(key: number, visit: Visit, page?: CountedPage): void {
    const day = dayCounts();
    countVisit(day, SITE, visit, page);
    if (key !== SITE && (day.has(key) || day.size < MOST_POSTS)) countVisit(day, key, visit);
  }

  async function write(): Promise<void> {
    const counted = days;
    days = new Map();
    try {
      for (const [day, counts] of counted) {
        for (const batch of batchesOf(counts)) {
          await em.fork().transactional((tx) => writeCounts(tx, day, new Map(batch)));
          for (const [key] of batch) counts.delete(key);
        }
      }
      // A stop does not wait for this: the next start does it.
      if (!isClosing) await salt.forget();
    } catch (error) {
      logFailure(error, failureLog, 'statistics of views could not be written yet');
      for (const [day, counts] of counted) for (const [key, of] of counts) addCounts(dayCounts(day), key, of);
    }
  }

  const batches = writeInBatches(EVERY, write);
  return {
    salt,
    add(postKey, visit) {
      if (!visit.isBot) count(postKey, visit);
    },
    addPage(page, clientIp, visit) {
      const key = `${page} ${clientIp}`;
      // Made by the first view, because it takes all its room, a megabyte, at once.
      seen ??= new LRUCache({ max: MOST_REMEMBERED });
      if (visit.isBot || (seen.get(key) ?? -Infinity) > clock.monotonic() - AGAIN_AFTER) return;
      seen.set(key, clock.monotonic());
      count(SITE, visit, page);
    },
    flush: batches.flush,
    close() {
      isClosing = true;
      return batches.close();
    },
  };
}

/** In the order of the keys, so that instances lock posts alike. */
function batchesOf(counts: DayCounts): [number, ViewCounts][][] {
  const entries = [...counts].sort(([a], [b]) => a - b);
  return Array.from({ length: Math.ceil(entries.length / POSTS_AT_ONCE) }, (_, at) =>
    entries.slice(at * POSTS_AT_ONCE, (at + 1) * POSTS_AT_ONCE),
  );
}
