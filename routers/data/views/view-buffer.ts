import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../../base/clock.ts';
import { type FailureLog, logFailure } from '../../base/database-errors.ts';
import { type Batches, writeInBatches } from '../batches.ts';
import { count, forgetMarks, type Mark } from './count.ts';
import type { ViewTally } from './tally.ts';
import type { Visit } from './visit.ts';

/** The interval of writes in milliseconds. */
const EVERY = 1000;
/** The maximum size of the buffer during an outage of the database. */
const MOST = 50_000;

/** A view of a post. */
export interface BufferedView extends Omit<Mark, 'kind' | 'isBot'> {
  visit: Visit;
}

/** Buffers views: a crash loses at most a second of them, a normal stop none. */
export interface ViewBuffer extends Batches {
  /** Adds a view; repeats by one client IP within the buffer count once. */
  add(view: BufferedView): void;
  /** The number of buffered views. */
  depth(): number;
}

/** @param tally counts the views that were written */
export function createViewBuffer(
  em: SqlEntityManager,
  clock: Clock,
  failureLog: FailureLog,
  tally: Pick<ViewTally, 'add'>,
): ViewBuffer {
  let waiting = new Map<string, BufferedView>();

  async function write(): Promise<void> {
    const views = waiting;
    if (views.size === 0) return;
    waiting = new Map();
    try {
      const counted = await em.fork().transactional(async (tx) => {
        const written: BufferedView[] = [];
        // In one order, so that two instances do not wait for each other.
        for (const view of [...views.values()].sort((a, b) => a.postKey - b.postKey)) {
          const { postKey, address, visit } = view;
          if (await count(tx, clock, { postKey, address, kind: 'view', isBot: visit.isBot })) written.push(view);
        }
        await forgetMarks(tx, clock);
        return written;
      });
      for (const { postKey, visit } of counted) tally.add(postKey, visit);
    } catch (error) {
      logFailure(error, failureLog, 'views could not be written yet');
      waiting = new Map([...views, ...waiting].slice(0, MOST));
    }
  }

  return {
    add(view) {
      const key = `${view.postKey} ${view.address.current}`;
      if (waiting.size < MOST && !waiting.has(key)) waiting.set(key, view);
    },
    depth: () => waiting.size,
    ...writeInBatches(EVERY, write),
  };
}
