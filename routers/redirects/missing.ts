import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { MOST_PATHS } from '../data/redirects/tally.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The paths that were not found in the last 30 days, without those that a redirect takes now. */
export async function listMissing({ em, clock, pathTally, redirects }: CallContext) {
  await pathTally.flush();
  const rows = await kyselyOf(em)
    .selectFrom('missing_paths')
    .select(({ fn }) => ['path', fn.sum<number>('hits').as('hits'), fn.max('day').as('lastDay')])
    .where('day', '>=', timestamp(clock, -30 * DAY).slice(0, 10))
    .groupBy('path')
    .orderBy(sql`sum(hits)`, 'desc')
    .orderBy('path')
    .limit(MOST_PATHS)
    .execute();
  const found = await Promise.all(rows.map(({ path }) => redirects.find(path)));
  return rows.filter((_, at) => found[at] === null).map((row) => ({ ...row, hits: Number(row.hits) }));
}
