import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { ViewKind } from '../../../entities/view-statistics.ts';
import { lockExclusively } from '../exclusive-lock.ts';
import { isFree, limitValues, SITE, type DayCounts, type ViewCounts } from './counts.ts';
import { addRegisters, emptySketch, estimate, readSketch, writeSketch } from './sketch.ts';
import { FREE_KINDS } from './visit.ts';

/** The most referrers, and the most sources, of a day: of the site, and of a post. */
const MOST_OF_SITE = 500;
const MOST_OF_POST = 50;
/** The most rows of referrers and sources of posts on a day. */
const MOST_ROWS = 20_000;
/** The most rows in a statement. */
const ROWS_AT_ONCE = 500;

interface Row {
  day: string;
  kind: ViewKind;
  value: string;
  views: number;
}

/**
 * Adds the counts of a day to those that are stored, also by other instances.
 *
 * @param tx a transaction
 */
export async function writeCounts(tx: SqlEntityManager, day: string, counts: DayCounts): Promise<void> {
  await lockExclusively(tx, 'views');
  const site = counts.get(SITE);
  if (site) await writeSite(tx, day, site);
  // Not posts that are deleted at the same time.
  const keys = await lockPosts(
    tx,
    [...counts.keys()].filter((key) => key !== SITE),
  );
  if (keys.length === 0) return;
  const posts = new Map(keys.map((key) => [key, counts.get(key)!]));
  await writePostRows(tx, day, posts);
  await writePostSketches(tx, day, posts);
}

async function lockPosts(tx: SqlEntityManager, keys: number[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const posts = kyselyOf(tx).selectFrom('posts').select('key').where('key', 'in', keys).orderBy('key');
  const locked = tx.getPlatform() instanceof SqlitePlatform ? posts : posts.forKeyShare();
  return (await locked.execute()).map(({ key }) => key);
}

async function writeSite(tx: SqlEntityManager, day: string, { kinds, registers }: ViewCounts): Promise<void> {
  const db = kyselyOf(tx);
  const stored = await db
    .selectFrom('site_views')
    .select(['kind', 'value'])
    .where('day', '=', day)
    .where('kind', 'in', FREE_KINDS)
    .execute();
  const rows = rowsOf(day, kinds, stored, MOST_OF_SITE);
  for (const values of chunksOf(rows)) {
    await db
      .insertInto('site_views')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['day', 'kind', 'value']).doUpdateSet({ views: sql`site_views.views + excluded.views` }),
      )
      .execute();
  }
  if (registers.size === 0) return;
  const before = await db.selectFrom('visitor_days').select('sketch').where('day', '=', day).executeTakeFirst();
  // The sketch of a day that was completed is gone; nothing can be added to it.
  if (before?.sketch === null) return;
  const { sketch, visitors } = merge(before?.sketch, registers);
  await db
    .insertInto('visitor_days')
    .values({ day, sketch, visitors })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ sketch, visitors }))
    .execute();
}

async function writePostRows(tx: SqlEntityManager, day: string, posts: DayCounts): Promise<void> {
  const db = kyselyOf(tx);
  const stored = await db
    .selectFrom('post_views')
    .select(['post_key', 'kind', 'value'])
    .where('post_key', 'in', [...posts.keys()])
    .where('day', '=', day)
    .where('kind', 'in', FREE_KINDS)
    .execute();
  const storedOf = Map.groupBy(stored, (row) => row.post_key);
  const hasRoom = await hasRoomForRows(tx, day, posts);
  const rows = [...posts].flatMap(([post_key, { kinds }]) => {
    const known = storedOf.get(post_key) ?? [];
    return rowsOf(day, kinds, known, hasRoom ? MOST_OF_POST : 0).map((row) => ({ post_key, ...row }));
  });
  for (const values of chunksOf(rows)) {
    await db
      .insertInto('post_views')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['post_key', 'day', 'kind', 'value'])
          .doUpdateSet({ views: sql`post_views.views + excluded.views` }),
      )
      .execute();
  }
}

/** Whether the day has room for further referrers and sources of posts. */
async function hasRoomForRows(tx: SqlEntityManager, day: string, posts: DayCounts): Promise<boolean> {
  if (![...posts.values()].some(({ kinds }) => FREE_KINDS.some((kind) => kinds.has(kind)))) return true;
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from (select 1 from post_views where day = ${day} limit ${MOST_ROWS}) as counted`.execute(
    kyselyOf(tx),
  );
  return Number(rows[0]!.rows) < MOST_ROWS;
}

async function writePostSketches(tx: SqlEntityManager, day: string, posts: DayCounts): Promise<void> {
  const db = kyselyOf(tx);
  const stored = await db
    .selectFrom('post_sketches')
    .select(['post_key', 'sketch'])
    .where('post_key', 'in', [...posts.keys()])
    .where('day', '=', day)
    .execute();
  const sketchOf = new Map(stored.map((row) => [row.post_key, row.sketch]));
  const counted = Array.from(posts).filter(([, { registers }]) => registers.size > 0);
  if (counted.length === 0) return;
  const rows = counted.map(([post_key, { registers }]) => ({ post_key, ...merge(sketchOf.get(post_key), registers) }));
  await db
    .insertInto('post_sketches')
    .values(rows.map(({ post_key, sketch }) => ({ post_key, day, sketch })))
    .onConflict((conflict) => conflict.columns(['post_key', 'day']).doUpdateSet({ sketch: sql`excluded.sketch` }))
    .execute();
  const visitors = sql.join(
    rows.map((row) => sql`when ${row.post_key} then cast(${row.visitors} as integer)`),
    sql` `,
  );
  await db
    .updateTable('daily_stats')
    .set({ visitors: sql`case post_key ${visitors} end` })
    .where(
      'post_key',
      'in',
      rows.map(({ post_key }) => post_key),
    )
    .where('day', '=', day)
    .execute();
}

function merge(stored: string | undefined, registers: Iterable<number>): { sketch: string; visitors: number } {
  const sketch = stored === undefined ? emptySketch() : readSketch(stored);
  addRegisters(sketch, registers);
  return { sketch: writeSketch(sketch), visitors: estimate(sketch) };
}

function rowsOf(
  day: string,
  kinds: ViewCounts['kinds'],
  stored: readonly { kind: ViewKind; value: string }[],
  most: number,
): Row[] {
  return [...kinds].flatMap(([kind, values]) => {
    const known = new Set(stored.filter((row) => row.kind === kind).map(({ value }) => value));
    const limited = isFree(kind) ? limitValues(values, known, most) : values;
    return [...limited].map(([value, views]) => ({ day, kind, value, views }));
  });
}

function chunksOf<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}
