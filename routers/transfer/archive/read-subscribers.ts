import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { batches, type Batch } from './batches.ts';

/** Rows that are read at a time. */
const ROWS = 1000;

/** The subscribers who have confirmed their address, the oldest first. */
export function readSubscribers(db: Kysely<Tables>): Batch {
  return batches(ROWS, async (after, limit) => {
    const rows = await db
      .selectFrom('subscribers')
      .select(['id', 'email', 'language', 'created_at', 'confirmed_at'])
      .where('state', '=', 'confirmed')
      .where('id', '>', after === 0 ? '' : String(after))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, ...record }) => ({ key: id, record }));
  });
}
