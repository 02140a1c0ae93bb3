import { sql } from 'kysely';

import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import type { PostTitle } from './related.ts';
import { countedToo } from './scheduled.ts';
import { visibleAt } from './visible.ts';

const year = sql<string>`substr(posts.date, 1, 4)`;

const years = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select([year.as('year'), ({ fn }) => fn.countAll<number>().as('total')])
    .where(visibleAt(now))
    .groupBy(year)
    .orderBy(year, 'desc'),
);

/** The years of the public posts, newest first, with the number of posts. */
export function yearsOfPosts(ctx: CallContext): Promise<{ year: string; total: number }[]> {
  return years(ctx.em, { now: timestamp(ctx.clock) }, readerOf(ctx));
}

interface Window {
  limit: number;
  offset: number;
}

type Dated = Window & { now: string; first: string; last: string };

const dated = prepareQuery((db, { now, first, last, limit, offset }: Dated) =>
  db
    .selectFrom('posts')
    .select(['posts.slug as id', 'posts.title', 'posts.date'])
    .where(visibleAt(now))
    .where('posts.date', '>=', first)
    .where('posts.date', '<=', last)
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(limit)
    .offset(offset),
);

/** The public posts of a year, newest first. */
export function postsOfYear(ctx: CallContext, ofYear: string, window: Window): Promise<PostTitle[]> {
  const year = { first: `${ofYear}-01-01`, last: `${ofYear}-12-31` };
  return dated(ctx.em, { now: timestamp(ctx.clock), ...year, ...window }, readerOf(ctx));
}

const names = prepareQuery((db, { kind, most }: { kind: 'tag' | 'category'; most: number }) =>
  db
    .selectFrom('list_totals')
    .select(['list_totals.name', 'list_totals.total'])
    .where('list_totals.kind', '=', kind)
    .where('list_totals.status', '=', 'published')
    .where('list_totals.total', '>', 0)
    .where('list_totals.name', '<>', '')
    .orderBy('list_totals.total', 'desc')
    .orderBy('list_totals.name')
    .limit(most),
);

/** The tags or categories of public posts, most used first, with the number of posts. */
export async function namesInUse(
  ctx: CallContext,
  kind: 'tag' | 'category',
  most: number,
): Promise<{ name: string; total: number }[]> {
  const others = await countedToo(ctx.em, { now: timestamp(ctx.clock) });
  const gone = others.flatMap(({ category, tags }) => (kind === 'tag' ? (JSON.parse(tags) as string[]) : [category]));
  // Names without public posts may have taken places on the page.
  const kept = await names(ctx.em, { kind, most: most + gone.length });
  return kept
    .map(({ name, total }) => ({ name, total: total - gone.filter((one) => one === name).length }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, most);
}
