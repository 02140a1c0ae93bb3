import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { postsOf, summaryColumns, summaryOf } from '../posts/read.ts';
import { visibleAt } from '../posts/visible.ts';
import type { PopularInput } from './schemas.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = { '7d': 7, '30d': 30 };

/** The posts with the highest score: views + 3 likes + 5 approved comments, of all time or of the last days. */
export async function listPopular(ctx: CallContext, { range, limit }: PopularInput) {
  const since = range === 'all' ? '' : new Date(ctx.clock.now() - DAYS[range] * DAY).toISOString();
  const score = sql<number>`coalesce(marks.views, 0) + 3 * coalesce(marks.likes, 0) + 5 * coalesce(said.comments, 0)`;
  const rows = await postsOf(ctx.em)
    .leftJoin(marksSince(ctx, since).as('marks'), 'marks.post_key', 'posts.key')
    .leftJoin(commentsSince(ctx, since).as('said'), 'said.post_key', 'posts.key')
    .where(visibleAt(timestamp(ctx.clock)))
    .select(summaryColumns)
    .select(['marks.views', 'marks.likes', 'said.comments', score.as('score')])
    .orderBy('score', 'desc')
    .orderBy('posts.date', 'desc')
    .orderBy('posts.slug')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...summaryOf(row),
    views: Number(row.views ?? 0),
    likes: Number(row.likes ?? 0),
    comments: Number(row.comments ?? 0),
    score: Number(row.score),
  }));
}

/** Views and likes by post; of all time they stand in one row a post. */
function marksSince(ctx: CallContext, since: string) {
  const db = kyselyOf(ctx.em);
  if (since === '') return db.selectFrom('post_counters').select(['post_key', 'views', 'likes']);
  return db
    .selectFrom('daily_stats')
    .select(({ fn }) => ['post_key', fn.sum<number>('views').as('views'), fn.sum<number>('likes').as('likes')])
    .where('day', '>=', since.slice(0, 10))
    .groupBy('post_key');
}

function commentsSince(ctx: CallContext, since: string) {
  return kyselyOf(ctx.em)
    .selectFrom('comments')
    .select(({ fn }) => ['post_key', fn.countAll<number>().as('comments')])
    .where('status', '=', 'approved')
    .where('created_at', '>=', since)
    .where('post_key', 'is not', null)
    .groupBy('post_key');
}
