import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, today, type Clock } from '../../base/clock.ts';

/** For how many months statistics are kept. */
const MONTHS = 25;
/** How many rows are deleted at once. */
const ROWS_AT_ONCE = 2000;
const DAY = 24 * 60 * 60 * 1000;

/** The first day (UTC) of which statistics are kept. */
export function firstKeptDay(clock: Clock): string {
  const [year = 0, month = 0, day = 0] = today(clock).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - MONTHS, day)).toISOString().slice(0, 10);
}

/** Deletes statistics of more than 25 months ago, and sketches of days that are over. */
export async function forgetOldStatistics(em: SqlEntityManager, clock: Clock): Promise<void> {
  const first = firstKeptDay(clock);
  // A batch that could not be written before midnight still finds the sketch of its day.
  const over = timestamp(clock, -2 * DAY).slice(0, 10);
  for (const [table, columns] of Object.entries(KEYS)) {
    await deleteBefore(em, table, columns, table === 'post_sketches' ? over : first);
  }
  await kyselyOf(em)
    .updateTable('visitor_days')
    .set({ sketch: null })
    .where('day', '<=', over)
    .where('sketch', 'is not', null)
    .execute();
}

const KEYS = {
  daily_stats: ['post_key', 'day'],
  visitor_days: ['day'],
  post_sketches: ['post_key', 'day'],
  site_views: ['day', 'kind', 'value'],
  post_views: ['post_key', 'day', 'kind', 'value'],
} as const;

async function deleteBefore(em: SqlEntityManager, table: string, columns: readonly string[], day: string) {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  let deleted: bigint | undefined;
  do {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${key}) in
      (select ${key} from ${sql.table(table)} where day < ${day} limit ${ROWS_AT_ONCE})`.execute(kyselyOf(em));
    deleted = numAffectedRows;
  } while (deleted === BigInt(ROWS_AT_ONCE));
}
