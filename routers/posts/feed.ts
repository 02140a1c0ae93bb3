import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { prepared } from '../prepared.ts';
import { summaryColumns, summaryOf } from './summary.ts';
import { lengthOf } from './totals.ts';
import { visibleAt } from './visible.ts';

// What everybody sees, whoever asks.

const newest = prepared((db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('posts')
    .select([...summaryColumns, 'posts.content', 'posts.created_at', 'posts.updated_at', 'posts.publish_at'])
    .where(visibleAt(now))
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(limit),
);

/** The newest posts that everybody may see, with their texts; that of a protected post is empty. */
export async function newestPosts(ctx: CallContext, limit: number) {
  const rows = await newest(ctx.em, { now: timestamp(ctx.clock), limit });
  return rows.map((row) => ({
    ...summaryOf(row),
    content: row.protected ? '' : row.content,
    created_at: row.created_at,
    publish_at: row.publish_at,
    updated_at: row.updated_at,
  }));
}

export type FeedPost = Awaited<ReturnType<typeof newestPosts>>[number];

const ids = prepared((db, { now, limit, offset }: { now: string; limit: number; offset: number }) =>
  db
    .selectFrom('posts')
    .select(['posts.slug as id', 'posts.updated_at'])
    .where(visibleAt(now))
    .orderBy('posts.key')
    .limit(limit)
    .offset(offset),
);

/** The ids of the posts that everybody may see, the oldest first, each with the moment of its last change. */
export function postIds(ctx: CallContext, { limit, offset }: { limit: number; offset: number }) {
  return ids(ctx.em, { now: timestamp(ctx.clock), limit, offset });
}

const lastChanged = prepared((db, { now }: { now: string }) =>
  db.selectFrom('posts').select('posts.updated_at').where(visibleAt(now)).orderBy('posts.updated_at', 'desc').limit(1),
);

/** How many posts everybody may see, and when one of them last changed; null when there is none. */
export async function countVisible(ctx: CallContext): Promise<{ count: number; changed: string | null }> {
  const now = timestamp(ctx.clock);
  const { total } = await lengthOf(ctx.em, { now });
  const [last] = await lastChanged(ctx.em, { now });
  return { count: total, changed: last?.updated_at ?? null };
}
