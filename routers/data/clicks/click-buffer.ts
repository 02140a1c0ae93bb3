import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { type FailureLog, logFailure } from '../../base/database-errors.ts';
import { type Batches, writeInBatches } from '../batches.ts';

/** The interval of writes in milliseconds. */
const EVERY = 5000;
/** The maximum number of links in memory during an outage of the database. */
const MOST = 10_000;

/** Counts clicks in mails for each link, and nothing else about them: in memory, written in batches. */
export interface ClickBuffer extends Batches {
  add(mailingId: string, urlHash: string): void;
}

export function createClickBuffer(em: SqlEntityManager, failureLog: FailureLog): ClickBuffer {
  let waiting = new Map<string, number>();

  function count(key: string, clicks: number): void {
    const before = waiting.get(key);
    if (before !== undefined || waiting.size < MOST) waiting.set(key, (before ?? 0) + clicks);
  }

  async function write(): Promise<void> {
    const counted = waiting;
    if (counted.size === 0) return;
    waiting = new Map();
    try {
      await em.fork().transactional(async (tx) => {
        // In one order, so that two instances do not wait for each other.
        for (const [key, clicks] of [...counted].sort(([a], [b]) => (a < b ? -1 : 1))) await add(tx, key, clicks);
      });
    } catch (error) {
      logFailure(error, failureLog, 'clicks could not be written yet');
      for (const [key, clicks] of counted) count(key, clicks);
    }
  }

  return {
    add: (mailingId, urlHash) => count(`${mailingId} ${urlHash}`, 1),
    ...writeInBatches(EVERY, write),
  };
}

async function add(tx: SqlEntityManager, key: string, clicks: number): Promise<void> {
  const [mailingId = '', urlHash = ''] = key.split(' ');
  await kyselyOf(tx)
    .updateTable('mailing_links')
    .set(({ eb }) => ({ clicks: eb('clicks', '+', clicks) }))
    .where('mailing_id', '=', mailingId)
    .where('url_hash', '=', urlHash)
    .execute();
}
