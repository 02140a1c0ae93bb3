import { sql } from 'kysely';

import { systemClock, type Clock } from '../../../routers/base/clock.ts';
import type { Database } from '../database/open.ts';
import { createDatabaseClock } from './database-clock.ts';

/** How often the clocks are compared at the start; the shortest answer says most. */
const TIMES = 4;

/** The clock of a service: on PostgreSQL that of the database, which all instances share; else the system's. */
export async function chooseClock({ dialect, kysely }: Pick<Database, 'dialect' | 'kysely'>): Promise<Clock> {
  if (dialect === 'sqlite') return systemClock;
  const clock = createDatabaseClock(systemClock.monotonic);
  for (let time = 0; time < TIMES; time++) {
    const asked = clock.monotonic();
    const { rows } = await sql<{
      time: number;
    }>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(kysely);
    clock.measured(asked, clock.monotonic(), rows[0]!.time);
  }
  return clock;
}
