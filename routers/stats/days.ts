import { sql } from 'kysely';

import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { pageKeys } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Views and likes of posts and comments, except those of pages, of the last days (UTC), today last, and their totals.
 */
export async function countDays(ctx: CallContext, days: number) {
  const dates = Array.from({ length: days }, (_, at) => timestamp(ctx.clock, (at + 1 - days) * DAY).slice(0, 10));
  const since = { since: dates[0] ?? '' };
  const marks = await marksByDay(ctx.em, since, readerOf(ctx));
  const comments = await commentsByDay(ctx.em, since, readerOf(ctx));

  const counted = dates.map((date) => {
    const mark = marks.find(({ day }) => day === date);
    const commented = comments.find(({ day }) => day === date);
    return { date, views: mark?.views ?? 0, likes: mark?.likes ?? 0, comments: commented?.comments ?? 0 };
  });
  const sum = (name: 'views' | 'likes' | 'comments') => counted.reduce((total, day) => total + day[name], 0);
  return { days: counted, totals: { views: sum('views'), likes: sum('likes'), comments: sum('comments') } };
}

const marksByDay = prepareQuery((db, { since }: { since: string }) =>
  db
    .selectFrom('daily_stats')
    .select(({ fn }) => ['day', fn.sum<number>('views').as('views'), fn.sum<number>('likes').as('likes')])
    .where('day', '>=', since)
    .where('post_key', 'not in', pageKeys)
    .groupBy('day'),
);

const commentsByDay = prepareQuery((db, { since }: { since: string }) =>
  db
    .selectFrom('comments')
    .select(({ fn }) => [
      fn<string>('substr', ['created_at', sql.lit(1), sql.lit(10)]).as('day'),
      fn.countAll<number>().as('comments'),
    ])
    .where('created_at', '>=', since)
    .where(({ or, eb }) => or([eb('post_key', 'is', null), eb('post_key', 'not in', pageKeys)]))
    .groupBy('day'),
);
