import { SqlitePlatform } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { summaryColumns, toSummary } from '../posts/summary.ts';
import { isPublicKey, visibleAt } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import type { PopularInput } from './schemas.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = { '7d': 7, '30d': 30 };

/**
 * The posts with the highest score: views + 3 likes + 5 approved comments, of all time or of the last days. Posts with
 * the same score are sorted by the time of creation, newest first.
 */
export async function listPopular(ctx: CallContext, { range, limit }: PopularInput) {
  const query = { now: timestamp(ctx.clock), limit };
  const rows = await (range === 'all'
    ? highest(ctx.em, query)
    : highestSince(ctx.em, { ...query, ...sinceDays(ctx, DAYS[range]) }, readerOf(ctx)));
  // Filled up with the newest posts without a score; duplicates are removed.
  const others = rows.length < limit ? await newest(ctx.em, query) : [];
  const known = new Set(rows.map(({ slug }) => slug));
  return [...rows, ...others.filter(({ slug }) => !known.has(slug))].slice(0, limit).map((row) => ({
    ...toSummary(row),
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    comments: row.comments,
    score: row.score,
  }));
}

interface Query {
  now: string;
  limit: number;
}

interface Since {
  day: string;
  moment: string;
}

function sinceDays({ clock }: CallContext, days: number): Since {
  const moment = timestamp(clock, -days * DAY);
  return { day: moment.slice(0, 10), moment };
}

const none = sql<number>`0`;

/** By the scores that the database maintains (migration 0005). */
const highest = prepareQuery((db, { now, limit }: Query) =>
  db
    .selectFrom('post_scores')
    .crossJoin('posts')
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .whereRef('posts.key', '=', 'post_scores.post_key')
    .where('post_scores.score', '>', 0)
    .where(visibleAt(now))
    .select(summaryColumns)
    .select(['post_counters.views', 'post_counters.likes', 'post_scores.comments', 'post_scores.score'])
    .orderBy('post_scores.score', 'desc')
    .orderBy('post_scores.post_key', 'desc')
    .limit(limit),
);

const highestSince = prepareQuery((db, { now, limit, ...since }: Query & Since, em) =>
  db
    .selectFrom(
      db
        .selectFrom(eventsSince(db, since).as('events'))
        .where(isPublicKey(em.getPlatform() instanceof SqlitePlatform ? 'sqlite' : 'postgres', 'events.post_key', now))
        .selectAll()
        .select(sql<number>`views + 3 * likes + 5 * comments`.as('score'))
        .orderBy('score', 'desc')
        .orderBy('events.post_key', 'desc')
        .limit(limit)
        .as('top'),
    )
    .innerJoin('posts', 'posts.key', 'top.post_key')
    .select(summaryColumns)
    .select(['top.views', 'top.likes', 'top.comments', 'top.score'])
    .orderBy('top.score', 'desc')
    .orderBy('top.post_key', 'desc'),
);

const newest = prepareQuery((db, { now, limit }: Query) =>
  db
    .selectFrom('posts')
    .where(visibleAt(now))
    .select(summaryColumns)
    .select([none.as('views'), none.as('likes'), none.as('comments'), none.as('score')])
    .orderBy('posts.key', 'desc')
    .limit(limit),
);

/** Views and likes since a date, and approved comments since its beginning, by post. */
function eventsSince(db: Kysely<Tables>, { day, moment }: Since) {
  const marks = db
    .selectFrom('daily_stats')
    .select(['post_key', 'views', 'likes', none.as('comments')])
    .where('day', '>=', day);
  const comments = db
    .selectFrom('comments')
    .select(({ ref }) => [
      ref('post_key').$notNull().as('post_key'),
      none.as('views'),
      none.as('likes'),
      sql<number>`1`.as('comments'),
    ])
    .where('created_at', '>=', moment)
    .where('status', '=', 'approved')
    .where('post_key', 'is not', null);
  return db
    .selectFrom(marks.unionAll(comments).as('each'))
    .select(({ fn }) => [
      'post_key',
      fn.sum<number>('views').as('views'),
      fn.sum<number>('likes').as('likes'),
      fn.sum<number>('comments').as('comments'),
    ])
    .groupBy('post_key');
}
