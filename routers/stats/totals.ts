import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { visibleAt } from '../posts/visible.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What the whole blog has, as visitors see it: posts and their counts, approved comments, categories, tags. */
export async function countAll(ctx: CallContext) {
  const db = kyselyOf(ctx.em);
  const visible = visibleAt(timestamp(ctx.clock));
  const shown = db.selectFrom('posts').where(visible);
  const posts = await shown
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .select(({ fn }) => [
      fn.countAll().as('posts'),
      fn.sum('post_counters.views').as('views'),
      fn.sum('post_counters.likes').as('likes'),
    ])
    .executeTakeFirstOrThrow();
  const comments = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll().as('comments'))
    .where('comments.status', '=', 'approved')
    .where(({ or, eb }) =>
      or([eb('comments.section', 'is not', null), eb('comments.post_key', 'in', shown.select('posts.key'))]),
    )
    .executeTakeFirstOrThrow();
  const categories = await shown
    .select(({ fn }) => ['posts.category', fn.countAll().as('count')])
    .where('posts.category', '<>', '')
    .groupBy('posts.category')
    .orderBy('count', 'desc')
    .orderBy('posts.category')
    .execute();
  const tags = await shown
    .innerJoin('post_tags', 'post_tags.post_key', 'posts.key')
    .select(({ fn }) => ['post_tags.name as tag', fn.countAll().as('count')])
    .groupBy('post_tags.name')
    .orderBy('count', 'desc')
    .orderBy('post_tags.name')
    .execute();
  return {
    posts: Number(posts.posts),
    comments: Number(comments.comments),
    views: Number(posts.views ?? 0),
    likes: Number(posts.likes ?? 0),
    categories: categories.map(({ category, count }) => ({ category, count: Number(count) })),
    tags: tags.map(({ tag, count }) => ({ tag, count: Number(count) })),
  };
}

/** Views, likes and comments of each of the last days (UTC), today last, and their sums. */
export async function countDays(ctx: CallContext, days: number) {
  const dates = Array.from({ length: days }, (_, back) => dayOf(ctx.clock.now() - (days - 1 - back) * DAY));
  const since = dates[0] ?? '';
  const marks = await kyselyOf(ctx.em)
    .selectFrom('daily_stats')
    .select(({ fn }) => ['day', fn.sum('views').as('views'), fn.sum('likes').as('likes')])
    .where('day', '>=', since)
    .groupBy('day')
    .execute();
  const comments = await kyselyOf(ctx.em)
    .selectFrom('comments')
    .select(({ fn }) => [
      fn<string>('substr', ['created_at', sql.lit(1), sql.lit(10)]).as('day'),
      fn.countAll().as('comments'),
    ])
    .where('created_at', '>=', since)
    .groupBy('day')
    .execute();

  const counted = dates.map((date) => {
    const mark = marks.find(({ day }) => day === date);
    const said = comments.find(({ day }) => day === date);
    return {
      date,
      views: Number(mark?.views ?? 0),
      likes: Number(mark?.likes ?? 0),
      comments: Number(said?.comments ?? 0),
    };
  });
  const sum = (name: 'views' | 'likes' | 'comments') => counted.reduce((total, day) => total + day[name], 0);
  return { days: counted, totals: { views: sum('views'), likes: sum('likes'), comments: sum('comments') } };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
